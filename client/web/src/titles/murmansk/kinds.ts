// What sides and groups are called in texts and styles.
import { Side_Kind } from "../../gen/wardroom/murmansk/v1/types_pb";
import { GroupKind_Kind } from "../../gen/wardroom/murmansk/v1/view_pb";

export type SideName = "allied" | "axis";
export type KindName = "ships" | "convoy" | "dummy" | "wolfpack" | "unknown";

const kinds: Record<GroupKind_Kind, KindName> = {
  [GroupKind_Kind.UNSPECIFIED]: "unknown",
  [GroupKind_Kind.SHIPS]: "ships",
  [GroupKind_Kind.CONVOY]: "convoy",
  [GroupKind_Kind.DUMMY]: "dummy",
  [GroupKind_Kind.WOLFPACK]: "wolfpack",
};
export const kindName = (kind: GroupKind_Kind): KindName => kinds[kind] ?? "unknown";
export const sideName = (side: Side_Kind): SideName => (side === Side_Kind.AXIS ? "axis" : "allied");
