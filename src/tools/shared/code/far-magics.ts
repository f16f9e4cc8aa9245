import { hasScript, isPlainMarkup } from '../text/is-plain-markup';
import { foreignReachesOut } from './foreign-reaches-out';
import { judgedWords } from './is-far-name';

const words = (text: string): ReadonlySet<string> =>
  new Set(text.split(/\s+/).filter(Boolean));

/** Magics that look, or set up what is shown. */
const PLAIN_LINES = words(`
  matplotlib pylab who who_ls whos pwd cd env set_env hist history pinfo pinfo2 pdef pdoc
  pfile psource psearch pycat precision xmode pprint reset reset_selective xdel lsmagic
  magic quickref tb gui colors doctest_mode automagic autoawait autoreload aimport store
  load loadpy bookmark dhist dirs popd pushd page logstop logon
  logoff logstate watermark dotenv sql sqlcmd sqlplot bigquery less more clear config
  unload_ext subshell connect_info autosave
`);

/** The others of IPython's own, whose names may be a word of Python as well. */
const FAR_LINES = words(`
  alias alias_magic autocall bash cat cl code_wrap conda copy cp ddir debug ed edit echo
  killbgscripts ldir lf lk ll load_ext logstart ls lx macro mamba man micromamba mkdir mv
  notebook pastebin pdb pip qtconsole R recall rehashx reload_ext ren rep rerun rm rmdir run
  save sc script sh sx system unalias uv julia
`);

/** Magics that run the statement behind them. */
const RUN_LINES = words('time timeit prun memit mprun lprun snakeviz');
const RUN_CELLS = words('time timeit prun memit mprun lprun snakeviz capture');

/** Cells that are stored or sent to a database. */
const PLAIN_CELLS = words('writefile file sql bigquery');
const WRITING_CELLS = words('writefile file');
/** A profile that goes to a file. */
const SAVED = /^\s*(?:-\S+\s+(?:[^\s-]\S*\s+)?)*-\w*[DT]/;
const MARKUP_CELLS = words('markdown latex');

/** Extensions that people load for what they show; others run code of their own. */
const PLAIN_EXTENSIONS = words(`
  autoreload sql jupysql watermark memory_profiler line_profiler snakeviz dotenv
  google.cloud.bigquery bigquery_magics storemagic
`);

/** What IPython leaves as it is: it fills nothing in before these see their line. */
const UNFILLED = words('time timeit prun');

/** Of those that act, the ones that only list or do nothing when nothing follows. */
const IDLE = words(`
  alias bash cat conda copy cp ddir echo ldir lf lk ll ls lx macro mamba man micromamba mkdir
  mv pip ren rm rmdir run sc script sh sx system uv
`);

/** What begins a line of Python and is no magic, whatever follows. */
const KEYWORDS = words(`
  False None True and as assert async await break class continue def del elif else except
  finally for from global if import in is lambda nonlocal not or pass raise return try while
  with yield match case type print
`);

/** Whether a line magic reaches out. @param judge for code that it runs. */
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
      // What stands behind the dot is run.
      return !isPlainSetting(line) || judge(line);
    case 'hist':
    case 'history':
      return /(?:^|\s)-\w*f/.test(line);
    case 'store':
      return line.includes('>');
    default:
      return !PLAIN_LINES.has(name);
  }
}

/** Whether a cell magic reaches out. @param judge for code that it runs. */
export function isFarCellMagic(
  magic: string,
  line: string,
  body: string,
  judge: (code: string) => boolean
): boolean {
  const name = magic.replace(/^%+/, '');
  if (isFilledIn(name, line)) {
    // Where a file goes is asked about by itself, see `cell-file.ts`.
    return !WRITING_CELLS.has(name) || judgedWords(line);
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
  return !PLAIN_CELLS.has(name);
}

/**
 * Whether IPython would take a cell of one line for a magic without its sign,
 * unless the kernel has a variable of that name, and this magic reaches out.
 *
 * @param isPython whether it is Python as well.
 * @param judge for code that the magic runs.
 */
export function isFarAutomagic(
  code: string,
  isPython: (code: string) => boolean,
  judge: (code: string) => boolean
): boolean {
  const whole = code.replace(/\n+$/, '');
  const match =
    /^[ \t]*([\p{L}\p{N}_]+)(?![\p{L}\p{N}_.*])[ \t]*([^\n]*)$/u.exec(whole);
  if (!match) {
    return false;
  }
  const [, name, rest] = match;
  // IPython leaves an assignment alone.
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
  // A word that no magic of IPython's has may be one of an extension.
  return (
    (isKnown || (rest !== '' && !isPython(whole))) &&
    isFarLineMagic(name, rest, judge)
  );
}

/** IPython fills in `{code}` and `$name` before the magic sees the line. */
function isFilledIn(name: string, line: string): boolean {
  return /[{$]/.test(line) && (!UNFILLED.has(name) || judgedWords(line));
}

/** Asks for a setting, or sets it to a literal. */
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
