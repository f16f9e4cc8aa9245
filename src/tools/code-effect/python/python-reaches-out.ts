import type { IGrammar } from '../../../contract';
import { ipythonReadings } from '../ipython/ipython-readings';
import {
  isFarAutomagic,
  isFarCellMagic,
  isFarLineMagic
} from '../ipython/far-magics';
import { hasScript } from '../../shared/text/is-plain-markup';
import type { IJudges } from './judges';
import { PythonJudge } from './python-judge';
import { judgedWords } from './words/is-far-name';
import { parseSyntax } from './syntax/parse-syntax';
import { WorkBudget } from './syntax/work-budget';
import { withoutNumbers } from './syntax/without-numbers';

/** Nesting of code in code: a magic in a magic, text passed to an evaluator. */
const DEEPEST = 8;
/** Maximum length that is parsed; longer code is a table, or long on purpose. */
export const LONGEST_CODE = 200_000;

/** Text concatenated from literals. */
const JOINED = /["'][ \t]*\+\s*\w{0,2}["']|["'][ \t\\\n]+\w{0,2}["']/;

/** A character in a literal that is written as its code or its name. */
const ESCAPED = /\\(?:x[\da-f]|u[\da-f]|N\{|[0-7])/i;

/** Ends a line for IPython but not for Python, or the other way round. */
// eslint-disable-next-line no-control-regex
const ODD_LINE_END = /[\v\f\x1c-\x1e\x85\u2028\u2029]/;

/** What is known before the code is examined. */
export interface IPythonLook {
  work: WorkBudget;
  /** Names bound by the notebook's other cells; see `notebookNames`. */
  aliases: ReadonlyMap<string, string>;
}

/**
 * Whether an IPython cell starts programs, installs packages, deletes files, or
 * passes text to something that runs it. Decided by the syntax tree; code the
 * grammar cannot read is judged by its words alone.
 */
export function pythonReachesOut(
  source: string,
  grammar: IGrammar,
  {
    work = new WorkBudget(source.length),
    aliases = new Map()
  }: Partial<IPythonLook> = {}
): boolean {
  return new PythonLook(grammar, work, aliases).cell(source, 0);
}

/** Examines one cell, the code inside it, and the code inside that. */
class PythonLook {
  constructor(
    private readonly _grammar: IGrammar,
    private readonly _work: WorkBudget,
    private readonly _aliases: ReadonlyMap<string, string>
  ) {}

  cell(source: string, depth: number): boolean {
    return ipythonReadings(source).some(
      reading =>
        depth > 2 * DEEPEST ||
        isFarAutomagic(
          reading,
          code => this._isPython(code),
          text => this.cell(text, depth + 1)
        ) ||
        this._code(reading, depth)
    );
  }

  /** Whether one line is valid Python; false if it is too long to parse. */
  private _isPython(code: string): boolean {
    const syntax =
      code.length > LONGEST_CODE ? null : parseSyntax(this._grammar, code);
    this._work.spend(code.length + (syntax?.cost ?? 0));
    return syntax?.hasErrors === false;
  }

  /** Text that may be code, or a formula: `y ~ log(x)`. */
  private _written(text: string, depth: number): boolean {
    const lines = text.replace(/^(?:[^\S\n]*\n)+/, '');
    const indent = /^[^\S\n]*/.exec(lines)?.[0] ?? '';
    const code = indent ? lines.replaceAll(`\n${indent}`, '\n').trim() : lines;
    if (!this._mayMatter(code)) {
      return false;
    }
    if (this._work.isSpent) {
      return true;
    }
    return (this._isPython(code) ? [code] : code.split('~')).some(
      part => this._isPython(part.trim()) && this._code(part.trim(), depth)
    );
  }

  private _mayMatter(code: string): boolean {
    return (
      judgedWords(code, this._aliases) ||
      JOINED.test(code) ||
      ESCAPED.test(code)
    );
  }

  /** The same for code that IPython does not transform any further. */
  private _code(source: string, depth: number): boolean {
    const code = source.replace(/\r\n?/g, '\n');
    const work = this._work;
    work.spend(code.length);
    if (!this._mayMatter(code) && !hasScript(code)) {
      return false;
    }
    if (
      work.isSpent ||
      depth > DEEPEST ||
      code.length > LONGEST_CODE ||
      ODD_LINE_END.test(code)
    ) {
      return true;
    }
    const syntax = parseSyntax(this._grammar, withoutNumbers(code));
    if (!syntax) {
      return true;
    }
    work.spend(syntax.cost);
    const judges: IJudges = {
      evaluated: text => this._code(text, depth + 1),
      written: text => this._written(text, depth + 1),
      lineMagic: (name, line) =>
        isFarLineMagic(name, line, text => this.cell(text, depth + 1)),
      cellMagic: (name, line, body) =>
        isFarCellMagic(name, line, body, text => this.cell(text, depth + 1))
    };
    return new PythonJudge(
      code,
      syntax,
      judges,
      work,
      this._aliases
    ).reachesOut();
  }
}
