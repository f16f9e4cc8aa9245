import type { IGrammar } from '../../../contract';
import { ipythonReadings } from '../ipython/ipython-readings';
import {
  isFarAutomagic,
  isFarCellMagic,
  isFarLineMagic
} from '../ipython/magic-effect';
import { hasScript } from '../markup';
import type { IJudges } from './judges';
import { PythonJudge } from './python-judge';
import { judgedWords } from './python-names';
import { parseSyntax } from './parse-syntax';
import { WorkBudget } from './work-budget';
import { withoutNumbers } from './without-numbers';

/** Code in code in code: a magic on a magic, text handed to an evaluator. */
const DEEPEST = 8;
/** Characters that are worth a parse; more is a table, or meant to be long. */
const LONGEST = 200_000;

/** Text that is put together from literals. */
const JOINED = /["'][ \t]*\+\s*\w{0,2}["']|["'][ \t\\\n]+\w{0,2}["']/;

/** Ends a line for IPython and not for Python, or the other way round. */
// eslint-disable-next-line no-control-regex
const ODD_LINE_END = /[\v\f\x1c-\x1e\x85\u2028\u2029]/;

/**
 * Whether a cell of IPython starts programs, installs packages, takes files
 * away, or hands text to something that runs it. The grammar decides; what it
 * cannot read is decided by its words alone.
 */
export function pythonReachesOut(
  source: string,
  grammar: IGrammar,
  work = new WorkBudget(source.length),
  depth = 0
): boolean {
  return ipythonReadings(source).some(
    reading =>
      depth > 2 * DEEPEST ||
      isFarAutomagic(
        reading,
        code => isPython(code, grammar, work),
        text => pythonReachesOut(text, grammar, work, depth + 1)
      ) ||
      codeReachesOut(reading, grammar, work, depth)
  );
}

/** Whether one line is Python; one that is too long to parse is not. */
function isPython(code: string, grammar: IGrammar, work: WorkBudget): boolean {
  const syntax = code.length > LONGEST ? null : parseSyntax(grammar, code);
  work.spend(code.length + (syntax?.cost ?? 0));
  return syntax?.hasErrors === false;
}

/** The same for code that IPython has no part in any more. */
function codeReachesOut(
  source: string,
  grammar: IGrammar,
  work: WorkBudget,
  depth: number
): boolean {
  const code = source.replace(/\r\n?/g, '\n');
  work.spend(code.length);
  const hasWords = judgedWords(code);
  if (!hasWords && !hasScript(code) && !JOINED.test(code)) {
    return false;
  }
  if (
    work.isSpent ||
    depth > DEEPEST ||
    code.length > LONGEST ||
    ODD_LINE_END.test(code)
  ) {
    return true;
  }
  const syntax = parseSyntax(grammar, withoutNumbers(code));
  if (!syntax) {
    return true;
  }
  work.spend(syntax.cost);
  const judges: IJudges = {
    evaluated: text => codeReachesOut(text, grammar, work, depth + 1),
    lineMagic: (name, line) =>
      isFarLineMagic(name, line, text =>
        pythonReachesOut(text, grammar, work, depth + 1)
      ),
    cellMagic: (name, line, body) =>
      isFarCellMagic(name, line, body, text =>
        pythonReachesOut(text, grammar, work, depth + 1)
      )
  };
  return new PythonJudge(code, syntax, judges, work).reachesOut();
}
