// The keys of the table. None of them decides by accident: answers are given by their numbers, by Enter and by the key for done.
export const keys = [
  { key: "1 – 9", does: "answer" },
  { key: "↑ ↓", does: "walk" },
  { key: "Enter", does: "take" },
  { key: "d", does: "done" },
  { key: "u", does: "undo" },
  { key: "Shift+U", does: "undo_all" },
  { key: "h", does: "hint" },
  { key: "f", does: "force" },
  { key: "q", does: "question" },
  { key: "c", does: "chart" },
  { key: "+ − 0", does: "zoom" },
  { key: "Esc", does: "close" },
  { key: "?", does: "help" },
] as const;
export type Does = (typeof keys)[number]["does"];

const simple: Record<string, Does> = {
  d: "done",
  u: "undo",
  U: "undo_all",
  h: "hint",
  f: "force",
  q: "question",
  c: "chart",
  "?": "help",
};

// What a key means at the table, unless somebody writes, a dialogue is open, or the key is the browser's.
export function meaning(event: KeyboardEvent): { does: Does; number?: number } | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || event.repeat) return undefined;
  const at = event.target as HTMLElement | null;
  if (at?.closest?.("input, select, textarea, dialog, [contenteditable]")) return undefined;
  if (/^[1-9]$/.test(event.key)) return { does: "answer", number: Number(event.key) };
  const does = simple[event.key];
  return does && { does };
}
