import { hasScript, isPlainMarkup } from '../../shared/text/is-plain-markup';
import { foreignReachesOut } from '../other-languages/foreign-reaches-out';
import { sqlReachesOut } from '../sql/sql-reaches-out';
import { isProgramVariable, judgedWords } from '../python/words/is-far-name';
import { BUILT_IN } from '../python/words/python-words';

import {
  PLAIN_LINES,
  FAR_LINES,
  RUN_LINES,
  RUN_CELLS,
  MARKUP_CELLS,
  PLAIN_EXTENSIONS,
  UNFILLED,
  IDLE,
  KEYWORDS
} from './known-magics';

/** Options that save the result of a profile to a file. */
const SAVED = /^\s*(?:-\S+\s+(?:[^\s-]\S*\s+)?)*-\w*[DT]/;

/** Whether a line magic reaches out. @param judge for code that the magic runs. */
export function isFarLineMagic(
  magic: string,
  line: string,
  judge: (code: string) => boolean
): boolean {
  const name = magic.replace(/^%+/, '');
  if (isFilledIn(name, line)) {
    return true;
  }
  if (RUN_LINES.has(name)) {
    return SAVED.test(line) || judge(withoutOptions(name, line));
  }
  switch (name) {
    case 'R':
    case 'julia':
      return foreignReachesOut(line, name.toLowerCase());
    case 'load_ext':
    case 'reload_ext':
      return !PLAIN_EXTENSIONS.has(line.trim());
    case 'config':
      // IPython runs the text after the dot.
      return !isPlainSetting(line) || judge(line);
    case 'hist':
    case 'history':
      return /(?:^|\s)-\w*f/.test(line);
    case 'sql':
    case 'bigquery':
      return sqlReachesOut(line, true);
    case 'env':
    case 'set_env': {
      const [, variable = ''] = /^\s*([^\s=]+)[\s=]+\S/.exec(line) ?? [];
      return isProgramVariable(variable);
    }
    case 'store':
      return line.includes('>');
    case 'xdel':
      return line.split(/\s+/).some(each => BUILT_IN.has(each));
    case 'reset_selective':
      return !isPlainReset(line);
    default:
      return !PLAIN_LINES.has(name);
  }
}

/** Whether a cell magic reaches out. @param judge for code that the magic runs. */
export function isFarCellMagic(
  magic: string,
  line: string,
  body: string,
  judge: (code: string) => boolean
): boolean {
  const name = magic.replace(/^%+/, '');
  if (isFilledIn(name, line)) {
    return true;
  }
  if (RUN_CELLS.has(name)) {
    return judge(body) || SAVED.test(line) || judge(withoutOptions(name, line));
  }
  if (MARKUP_CELLS.has(name)) {
    return hasScript(body) || !isPlainMarkup(body);
  }
  if (name === 'R' || name === 'julia') {
    return foreignReachesOut(body, name.toLowerCase());
  }
  return (
    !/^(?:sql|bigquery)$/.test(name) ||
    sqlReachesOut(line, true) ||
    sqlReachesOut(body) ||
    hasCode(body)
  );
}

/**
 * Whether IPython would read a one-line cell as a magic without its percent
 * sign, and that magic reaches out. IPython does so unless the kernel has a
 * variable of that name.
 *
 * @param isPython whether the text is valid Python.
 * @param judge for code that the magic runs.
 */
export function isFarAutomagic(
  code: string,
  isPython: (code: string) => boolean,
  judge: (code: string) => boolean
): boolean {
  const whole = code.replace(/(?<!\n)\n+$/, '');
  const match =
    /^[ \t]*([\p{L}\p{N}_]+)(?![\p{L}\p{N}_.*])[ \t]*([^\n]*)$/u.exec(whole);
  if (!match) {
    return false;
  }
  const [, name, rest] = match;
  // IPython does not touch an assignment.
  if (
    /^(?:=(?!=)|,)/.test(rest) ||
    KEYWORDS.has(name) ||
    (rest === '' && IDLE.has(name))
  ) {
    return false;
  }
  const isKnown =
    PLAIN_LINES.has(name) || RUN_LINES.has(name) || FAR_LINES.has(name);
  if (/^[([]/.test(rest)) {
    const isCall =
      !/[$`;|&<>]/.test(rest) &&
      !/^(?:sx|system|sc|pip|conda)$/.test(name) &&
      isPython(whole);
    return isKnown && !isCall && isFarLineMagic(name, rest, judge);
  }
  // A word that is not a built-in magic may be one from an extension.
  return (
    (isKnown || (rest !== '' && !isPython(whole))) &&
    isFarLineMagic(name, rest, judge)
  );
}

/** A hole in SQL that is filled in with a name's value, or a loop over one. */
const PLAIN_HOLE = /\{[{%](?:(?!__)[-\w\s|,'"=<>!:+*])*[%}]\}/g;

/** Whether SQL has holes for more than names: they are filled in as Python. */
function hasCode(sql: string): boolean {
  return /\{[{%]/.test(sql.replace(PLAIN_HOLE, ''));
}

/** Whether a pattern that deletes names fits none of a built-in function. */
function isPlainReset(line: string): boolean {
  const [, name] = /^\s*(?:-f\s+)?\^?(\w+)\$?\s*$/.exec(line) ?? [];
  return name !== undefined && ![...BUILT_IN].some(each => each.includes(name));
}

/** IPython replaces `{code}` and `$name` before the magic sees the line. */
function isFilledIn(name: string, line: string): boolean {
  return /[{$]/.test(line) && (!UNFILLED.has(name) || judgedWords(line));
}

/** Whether the line only shows a setting, or sets it to a literal. */
function isPlainSetting(line: string): boolean {
  const [, value] = /^\s*[\w.]*\s*(?:=([^]*))?$/.exec(line) ?? [line, line];
  const atom = /^(?:[-+]?[\d.]+|'[^'\\]*'|"[^"\\]*"|True|False|None)$/;
  const list = /^(?:\[(.*)\]|\((.*)\))$/.exec(value?.trim() ?? '');
  const items = list ? (list[1] ?? list[2]).split(',') : [value ?? ''];
  return (
    value === undefined ||
    items.every(item => atom.test(item.trim()) || (list && item.trim() === ''))
  );
}

function withoutOptions(name: string, line: string): string {
  const value = /^[lm]?prun$/.test(name)
    ? /^(?:\s*-[slfmu]\s+[\w.]+(?=\s|$))+/
    : /^/;
  return line
    .replace(value, '')
    .replace(/^(?:\s*-{1,2}[a-zA-Z][\w-]*(?:[ =]*\d+)?(?=\s|$))+/, '')
    .replace(value, '')
    .trim();
}
