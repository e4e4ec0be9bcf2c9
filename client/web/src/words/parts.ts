// What a Text was made of: its arguments by name.
import type { Text } from "../gen/wardroom/v1/text_pb";

const value = (text: Text, name: string) => text.arguments.find((each) => each.name === name)?.value;

export function textIn(text: Text, name: string): Text | undefined {
  const found = value(text, name);
  return found?.case === "text" ? found.value : undefined;
}
export function numberIn(text: Text, name: string): number | undefined {
  const found = value(text, name);
  return found?.case === "number" ? Number(found.value) : undefined;
}
export function wordIn(text: Text, name: string): string | undefined {
  const found = value(text, name);
  return found?.case === "word" ? found.value : undefined;
}
