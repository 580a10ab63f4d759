import { type Code, code, empty, join, name } from "../../emit/code.js";
import { readonlyWord } from "./style.js";

/** A named member of an object. */
export interface Member {
  /** What stands in front of the member: its comment. */
  readonly doc: Code;
  readonly key: Code;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly type: Code;
}

/** As in `Level`. */
export function kindOf({ required, readOnly }: Member): number {
  return (required ? 1 : 0) + (readOnly ? 2 : 0);
}

/** What a level is filled with: `below` in the order of `Shape`. */
export interface Filling {
  readonly members: readonly Member[];
  readonly below: readonly Code[];
}

/** `member`: the one that is being printed. */
export type Print = (filling: Filling, member?: Member) => Code;

/** A function that prints an answer of openapi-typescript about a level with members of these kinds, see `ask`. */
export function printerOf(answer: string, kinds: readonly number[]): Print {
  return new Answer(answer, kinds).printer();
}

const keywords: ReadonlyMap<string, Code> = new Map([
  ["string", code`string`],
  ["number", code`number`],
  ["boolean", code`boolean`],
  ["unknown", code`unknown`],
  ["never", code`never`],
  ["null", code`null`],
]);

/** Members in braces, whose lines are those of each, with all named ones in the place of the first. */
interface Literal {
  readonly lines: readonly ("members" | Print)[];
  readonly byKind: ReadonlyMap<number, Print>;
}

/** Reads the few kinds of types that one level of a schema can become. */
class Answer {
  readonly #answer: string;
  readonly #words: readonly string[];
  readonly #kinds: readonly number[];
  #at = 0;

  constructor(answer: string, kinds: readonly number[]) {
    this.#answer = answer;
    this.#words = answer.match(/\w+|\S/g) ?? [];
    this.#kinds = kinds;
  }

  printer(): Print {
    const print = this.#type();
    if (this.#at < this.#words.length) throw this.#unexpected();
    return print;
  }

  #type(): Print {
    const parts = [this.#part()];
    const operator = this.#words[this.#at];
    if (operator !== "|") {
      while (this.#skip("&")) parts.push(this.#part());
      return this.#intersection(parts);
    }
    while (this.#skip(operator)) parts.push(this.#part());
    const types = parts.map((part) => this.#intersection([part]));
    return (filling, member) => join(printed(types, filling, member), " | ");
  }

  #part(): Print | Literal {
    if (this.#skip("{")) return this.#literal();
    let print = this.#skip("(") ? this.#inParentheses() : this.#word();
    while (this.#skip("[")) {
      this.#expect("]");
      const element = print;
      print = (filling, member) => arrayOf(element(filling, member));
    }
    return print;
  }

  #inParentheses(): Print {
    const print = this.#type();
    this.#expect(")");
    return print;
  }

  #word(): Print {
    const word = this.#next();
    const keyword = keywords.get(word);
    if (keyword) return () => keyword;
    if (this.#skip("<")) {
      const parameters = [this.#type()];
      while (this.#skip(",")) parameters.push(this.#type());
      this.#expect(">");
      return (filling, member) =>
        code`${name(word)}<${join(printed(parameters, filling, member), ", ")}>`;
    }
    const [, index] = /^hole(\d+)$/.exec(word) ?? [];
    if (index === undefined) throw this.#unexpected();
    const below = Number(index) - this.#kinds.length;
    if (below < 0) return (_, member) => member?.type ?? code`unknown`;
    return (filling) => filling.below[below] ?? code`unknown`;
  }

  /** Behind the brace that opens it. */
  #literal(): Literal {
    const lines: ("members" | Print)[] = [];
    const byKind = new Map<number, Print>();
    while (!this.#skip("}")) {
      if (this.#skip("[")) {
        for (const word of ["key", ":", "string", "]", ":"]) this.#expect(word);
        const type = this.#type();
        lines.push((filling) => code`${readonlyWord()}[key: string]: ${type(filling)};`);
      } else {
        if (byKind.size === 0) lines.push("members");
        byKind.set(...this.#member());
      }
      this.#expect(";");
    }
    return { lines, byKind };
  }

  #member(): [number, Print] {
    const readOnly = this.#skip("readonly") ? code`readonly ` : empty;
    const kind = this.#kinds[Number(/^m(\d+)$/.exec(this.#next())?.[1])];
    if (kind === undefined) throw this.#unexpected();
    const colon = this.#skip("?") ? code`?:` : code`:`;
    this.#expect(":");
    const type = this.#type();
    return [
      kind,
      (filling, member) => {
        const { doc, key } = member ?? { doc: empty, key: empty };
        return code`${doc}${readOnly}${key}${colon} ${type(filling, member)};`;
      },
    ];
  }

  /** Two literals become one, so that an index signature stands beside the members that it holds for. */
  #intersection(parts: readonly (Print | Literal)[]): Print {
    const types = parts.filter((part) => typeof part === "function");
    const literals = parts.filter((part) => typeof part !== "function");
    const [only] = types;
    if (only && parts.length === 1) return only;
    const literal = this.#printed(literals);
    return (filling, member) => {
      const beside = printed(types, filling, member).map(whole);
      return join(literals.length > 0 ? [literal(filling), ...beside] : beside, " & ");
    };
  }

  /** All members of the level stand where the first of those stands that were asked for. */
  #printed(literals: readonly Literal[]): Print {
    const lines = literals.flatMap((literal) => literal.lines);
    const byKind = new Map(literals.flatMap((literal) => [...literal.byKind]));
    if (byKind.size !== (literals.length > 0 ? this.#kinds.length : 0)) throw this.#unexpected();
    return (filling) => {
      const parts = lines.flatMap((line) =>
        line === "members"
          ? filling.members.map((member) => byKind.get(kindOf(member))?.(filling, member) ?? [])
          : [line(filling)],
      );
      return code`{\n${join(parts, "\n")}\n}`;
    };
  }

  #next(): string {
    return this.#words[this.#at++] ?? "";
  }

  #skip(word: string): boolean {
    const isThere = this.#words[this.#at] === word;
    if (isThere) this.#at++;
    return isThere;
  }

  #expect(word: string): void {
    if (!this.#skip(word)) throw this.#unexpected();
  }

  #unexpected(): Error {
    return new Error(`openapi-typescript gave ${this.#answer}, which nobody expected`);
  }
}

function printed(printers: readonly Print[], filling: Filling, member: Member | undefined): Code[] {
  return printers.map((print) => print(filling, member));
}

/** `X[]`. */
function arrayOf(items: Code): Code {
  return code`${readonlyWord()}${whole(items)}[]`;
}

/** A type that can stand beside an operator: in parentheses, unless it is a plain name. */
export function whole(type: Code): Code {
  return /^[\w$.]+(\[\])*$/.test(type.text) ? type : code`(${type})`;
}
