// What the library says, in the language of the page, by the catalogue that the command has, too. Its keys are the English texts: `{1}` stands for what
// differs from message to message, `{#1}` for a number. What is found there is looked up in its turn, unless it is part of code: then it is a name.

/** English texts, and what they are in another language. */
export type Messages = Record<string, string>;

interface Form {
  pattern: RegExp;
  other: string;
  /** Its holes, and whether they are names. */
  holes: [string, boolean][];
}

/** Phrases stand in phrases to this depth: each part of a list has the rest of it in a hole. */
const DEEPEST = 24;
/** Names come from links, and one may repeat the words of a message: a longer text is not looked at. */
const LONGEST = 500;
const HOLE = /\{#?\d+\}/g;

/** Looks texts up in a catalogue; `undefined` if it does not have one. */
export function reader(messages: Messages): (text: string) => string | undefined {
  const forms = new Map<string, Form[]>();
  for (const [english, other] of Object.entries(messages)) {
    if (english.search(HOLE) < 0 || english.startsWith("page|")) continue;
    const begin = firstWord(english.slice(0, english.search(HOLE)));
    const known = forms.get(begin);
    if (known) known.push(form(english, other));
    else forms.set(begin, [form(english, other)]);
  }
  // The form with the most words of its own fits best.
  for (const some of forms.values()) some.sort((a, b) => b.pattern.source.length - a.pattern.source.length);
  const said = (text: string, depth: number): string | undefined => {
    if (text.length > LONGEST) return undefined;
    if (Object.hasOwn(messages, text)) return messages[text];
    for (const { pattern, other, holes } of [firstWord(text), ""].flatMap((word) => forms.get(word) ?? [])) {
      const found = pattern.exec(text)?.slice(1);
      if (!found) continue;
      const inner = found.map((part, place) => (depth && !holes[place]![1] ? said(part, depth - 1) : undefined) ?? part);
      return other.replace(HOLE, (hole) => inner[holes.findIndex(([name]) => name === hole)] ?? hole);
    }
    return undefined;
  };
  return (text) => said(text, DEEPEST);
}

/** The first word of a text; empty if a hole may continue it. */
const firstWord = (text: string) => (text.includes(" ") ? text.slice(0, text.indexOf(" ")) : "");

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

function form(english: string, other: string): Form {
  const holes: [string, boolean][] = [];
  let pattern = "", from = 0;
  for (const { 0: hole, index } of english.matchAll(HOLE)) {
    pattern += escaped(english.slice(from, index)) + (hole.startsWith("{#") ? "(-?\\d[-\\d., ^%]*)" : "(.+?)");
    holes.push([hole, (english.slice(0, index).split("`").length - 1) % 2 === 1]);
    from = index + hole.length;
  }
  return { pattern: new RegExp(`^${pattern}${escaped(english.slice(from))}$`), other, holes };
}
