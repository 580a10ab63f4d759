import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import Handlebars from "handlebars";
import { type Code, fit, isCode, isEmpty, print, trustChecked } from "./code.js";
import { type Interpolation, LiteralScanner, type ScanState } from "./interpolation.js";

type Render<View> = (view: View) => Code;

/** A path in a template, for the checks when it is looked up. */
interface Marked {
  readonly line: number;
  readonly path: hbs.AST.PathExpression;
  /** Not set where the path is a block's. */
  readonly interpolation: Interpolation | undefined;
}

/** The results of one rendering; they travel as Handlebars data, so that renderings do not mix. */
interface Gathered {
  readonly parts: Set<Code>;
  last: string;
}

const ownOnly = { allowProtoMethodsByDefault: false, allowProtoPropertiesByDefault: false };
const blocks = new Set(["each", "if", "unless", "with"]);
const templates = new Map<string, { readonly source: string; readonly render: Render<object> }>();

/**
 * Compiles a Handlebars file, once for each content of it, so that each interpolation takes what an interpolation of `code` takes. The
 * guard is put into the syntax tree, so no template can go around it. Empty Code counts as false in `if`.
 */
export function loadTemplate<View extends object>(file: URL): Render<View> {
  const source = readFileSync(file, "utf8");
  const known = templates.get(file.href);
  if (known?.source === source) return known.render;
  const path = file.protocol === "file:" ? fileURLToPath(file) : file.href;
  const render = compile(path, source);
  templates.set(file.href, { source, render });
  return render;
}

function compile(file: string, source: string): Render<object> {
  const tree = parse(file, source);
  const marks = new Guard(file).guard(tree);
  const engine = Handlebars.create();
  const ifHelper = engine.helpers["if"];
  engine.registerHelper("if", function (this: unknown, value: unknown, options: unknown): unknown {
    return ifHelper?.call(
      this,
      isCode(value) && isEmpty(value) ? undefined : value,
      options as never,
    );
  });
  const guarded = function (
    this: unknown,
    value: unknown,
    options: Handlebars.HelperOptions,
  ): unknown {
    const mark = marks[Number(options.hash["mark"])];
    if (mark === undefined) throw new Error(`${file}: a path is not known`);
    return lookedUp(file, mark, this, value, (options.data as { gathered: Gathered }).gathered);
  };
  engine.registerHelper("guarded", guarded);
  const render = engine.compile(tree, {
    noEscape: true,
    knownHelpersOnly: true,
    knownHelpers: { guarded: true } as Record<string, boolean>,
    preventIndent: true,
  });
  return (view) => {
    const gathered: Gathered = { parts: new Set(), last: "" };
    try {
      const text = render(view, { ...ownOnly, data: { gathered } });
      return trustChecked(text, [], [...gathered.parts]);
    } catch (cause) {
      if (cause instanceof TemplateError) throw cause;
      throw new TemplateError(file, lineOf(cause), "", cause);
    }
  };
}

function parse(file: string, source: string): hbs.AST.Program {
  try {
    return Handlebars.parse(source);
  } catch (cause) {
    throw new TemplateError(file, lineOf(cause), "", cause);
  }
}

/** Handlebars gives the line as a member of some errors and in the message of others. */
function lineOf(error: unknown): number | undefined {
  const { lineNumber, message } = error as { lineNumber?: number; message?: string };
  const said = /^Parse error on line (\d+)/.exec(message ?? "")?.[1];
  return lineNumber ?? (said === undefined ? undefined : Number(said));
}

/** An interpolation's text, or a block's value. This is stricter than Handlebars' own strict mode, and knows the line. */
function lookedUp(
  file: string,
  mark: Marked,
  context: unknown,
  value: unknown,
  gathered: Gathered,
): unknown {
  const { interpolation, line, path } = mark;
  try {
    if (interpolation === undefined) {
      if (value === undefined && !hasMember(context, path))
        throw new TypeError("the view has no such member");
      return value;
    }
    const printed = print(value);
    const text = fit(printed, { ...interpolation, before: interpolation.before || gathered.last });
    gathered.parts.add(printed);
    gathered.last = interpolation.after || text || gathered.last;
    return text;
  } catch (cause) {
    throw new TemplateError(file, line, `{{${path.original}}}: `, cause);
  }
}

/** Absent is a member that is undefined; a name that is nowhere is a mistake. Outer contexts are not known here. */
function hasMember(context: unknown, { data, depth, parts }: hbs.AST.PathExpression): boolean {
  if (data || depth > 0) return true;
  let at = context;
  for (const part of parts) {
    if (at === undefined || at === null || !Object.hasOwn(Object(at) as object, part)) return false;
    at = (at as Readonly<Record<string, unknown>>)[part];
  }
  return true;
}

/** Something is wrong in a template, or in the view that it was given. */
export class TemplateError extends Error {
  /** The path of the template. */
  readonly file: string;

  constructor(file: string, line: number | undefined, interpolation: string, cause: unknown) {
    const at = line === undefined ? file : `${file}:${line}`;
    super(`${at}: ${interpolation}${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = "TemplateError";
    this.file = file;
  }
}

/** Checks a template's syntax tree against a list of what is allowed, and puts a check around each path. */
class Guard {
  readonly #file: string;
  readonly #scanner = new LiteralScanner();
  readonly #marks: Marked[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  guard(tree: hbs.AST.Program): readonly Marked[] {
    this.#body(tree);
    const last = tree.body.at(-1);
    const end = this.#at(last, () => this.#scanner.end());
    if (end === "line")
      throw this.#error(last, "the template ends in a // comment without a line break");
    return this.#marks;
  }

  #body(program: hbs.AST.Program): void {
    if (program.blockParams?.length > 0)
      throw this.#error(program.body[0], "block parameters are not allowed");
    program.body.forEach((node, at) => {
      if (node.type === "ContentStatement") {
        this.#at(node, () => this.#scanner.feed((node as hbs.AST.ContentStatement).value));
      } else if (node.type === "MustacheStatement") {
        const before = contentOf(program.body[at - 1]);
        this.#interpolation(
          node as hbs.AST.MustacheStatement,
          before,
          contentOf(program.body[at + 1]),
        );
      } else if (node.type === "BlockStatement") {
        this.#block(node as hbs.AST.BlockStatement);
      } else if (node.type !== "CommentStatement") {
        throw this.#error(node, `a ${node.type} is not allowed`);
      }
    });
  }

  #interpolation(node: hbs.AST.MustacheStatement, before: string, after: string): void {
    if (!node.escaped) throw this.#error(node, "triple braces and {{& are not allowed");
    if (node.params.length > 0 || (node.hash as hbs.AST.Hash | undefined) !== undefined)
      throw this.#error(node, "an interpolation takes no parameters");
    const path = this.#path(node, node.path);
    const context = this.#at(node, () => this.#scanner.gap());
    const interpolation: Interpolation = { context, before, after, final: false };
    Object.assign(node, this.#guarded(node, path, interpolation));
  }

  /** Turns a path into a call of `guarded`. */
  #guarded(
    { loc }: hbs.AST.Node,
    path: hbs.AST.PathExpression,
    interpolation?: Interpolation,
  ): object {
    const mark = this.#marks.length;
    this.#marks.push({ line: loc.start.line, path, interpolation });
    const value = { type: "NumberLiteral", value: mark, original: mark, loc };
    const hash = { type: "Hash", pairs: [{ type: "HashPair", key: "mark", value, loc }], loc };
    const helper = { ...path, data: false, depth: 0, parts: ["guarded"], original: "guarded" };
    return { path: helper, params: [path], hash };
  }

  /** Each branch has to end as it began, so that none, one or many of them leave the text after them alike. */
  #block(node: hbs.AST.BlockStatement): void {
    const name =
      node.path.type === "PathExpression" ? (node.path as hbs.AST.PathExpression).original : "";
    if (!blocks.has(name)) throw this.#error(node, `{{#${name}}} is not allowed`);
    const [param] = node.params;
    if (param === undefined || node.params.length > 1 || (node.hash as unknown) !== undefined)
      throw this.#error(node, `{{#${name}}} takes one path and nothing else`);
    const path = this.#path(node, param);
    const { loc } = node;
    const lookup = { type: "SubExpression", loc, ...this.#guarded(node, path) };
    node.params = [lookup];
    this.#at(node, () => this.#scanner.gap("a block"));
    const start = this.#scanner.state;
    for (const branch of [node.program, node.inverse] as (hbs.AST.Program | undefined)[]) {
      if (branch === undefined) continue;
      this.#body(branch);
      this.#at(branch.body.at(-1) ?? node, () => this.#scanner.gap("the end of a block"));
      if (!same(start, this.#scanner.state))
        throw this.#error(node, `a branch of {{#${name}}} ends inside a literal or comment`);
      this.#scanner.restore(start);
    }
  }

  #path(node: hbs.AST.Node, expression: hbs.AST.Expression): hbs.AST.PathExpression {
    if (expression.type !== "PathExpression")
      throw this.#error(node, `a ${expression.type} is not allowed: prepare the value in the view`);
    const path = expression as hbs.AST.PathExpression;
    if (path.parts.some((part) => part === "__proto__" || part === "constructor"))
      throw this.#error(node, `${path.original} is not allowed`);
    return path;
  }

  #at<Result>(node: hbs.AST.Node | undefined, action: () => Result): Result {
    try {
      return action();
    } catch (cause) {
      throw new TemplateError(this.#file, node?.loc.start.line, "", cause);
    }
  }

  #error(node: hbs.AST.Node | undefined, message: string): TemplateError {
    return new TemplateError(this.#file, node?.loc.start.line, "", message);
  }
}

function contentOf(node: hbs.AST.Statement | undefined): string {
  return node?.type === "ContentStatement" ? (node as hbs.AST.ContentStatement).value : "";
}

function same(a: ScanState, b: ScanState): boolean {
  return a.mode === b.mode && a.braces.join() === b.braces.join();
}
