import { hasScript, isPlainMarkup } from './markup';
import { foreignReachesOut } from './foreign-effect';
import { judgedWords } from './python-names';

const words = (text: string): ReadonlySet<string> =>
  new Set(text.split(/\s+/).filter(Boolean));

/** Magics that look, set up what is shown, or write a file as any code can. */
const PLAIN_LINES = words(`
  matplotlib pylab who who_ls whos pwd cd env set_env hist history pinfo pinfo2 pdef pdoc
  pfile psource psearch pycat precision xmode pprint reset reset_selective xdel lsmagic
  magic quickref tb gui colors doctest_mode automagic autoawait autoreload aimport store
  save load loadpy bookmark dhist dirs popd pushd page notebook logstart logstop logon
  logoff logstate watermark dotenv sql sqlcmd sqlplot bigquery less more clear config
  unload_ext subshell connect_info autosave
`);

/** Magics that run the statement behind them. */
const RUN_LINES = words('time timeit prun memit mprun lprun snakeviz');
const RUN_CELLS = words('time timeit prun memit mprun lprun snakeviz capture');

/** Cells that are stored or sent to a database. */
const PLAIN_CELLS = words('writefile file sql bigquery');
const MARKUP_CELLS = words('markdown latex');

/** Extensions that people load for what they show; others run code of their own. */
const PLAIN_EXTENSIONS = words(`
  autoreload sql jupysql watermark memory_profiler line_profiler snakeviz dotenv
  google.cloud.bigquery bigquery_magics storemagic
`);

/** Magics whose name IPython takes without its sign, when the line is the whole cell. */
const AUTOMAGICS = words(`
  alias alias_magic bash cat conda cp debug ed edit killbgscripts ldir lf lk ll ls lx macro
  magic mamba man micromamba mkdir mv pip rehashx recall rep rerun rm rmdir run sc script sh
  sx system uv load_ext reload_ext pastebin
`);

/** Of these the bare word does something. */
const BARE_AUTOMAGICS = words('rerun rep recall debug edit ed');

/** Whether a line magic reaches out. @param judge for code that it runs. */
export function isFarLineMagic(
  magic: string,
  line: string,
  judge: (code: string) => boolean
): boolean {
  const name = magic.replace(/^%+/, '');
  // IPython fills in `{code}` and `$name` before the magic sees the line.
  if (/[{$]/.test(line) && judgedWords(line)) {
    return true;
  }
  if (RUN_LINES.has(name)) {
    return judge(withoutOptions(line));
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
      return judge(line);
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
  if (/[{$]/.test(line) && judgedWords(line)) {
    return true;
  }
  if (RUN_CELLS.has(name)) {
    return judge(body) || judge(withoutOptions(line));
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
 * unless the kernel has a variable of that name.
 *
 * @param isPython whether it is an expression as well.
 */
export function isFarAutomagic(
  code: string,
  isPython: (code: string) => boolean
): boolean {
  const lines = code.replace(/\n+$/, '');
  const match = /^[ \t]*([\w.*]+)[ \t]*([^\n]*)$/.exec(lines);
  if (!match || !AUTOMAGICS.has(match[1])) {
    return false;
  }
  const [, name, rest] = match;
  if (rest === '') {
    return BARE_AUTOMAGICS.has(name);
  }
  if (/^(?:=(?!=)|,)/.test(rest)) {
    return false;
  }
  const isCall = /^[([]/.test(rest) && !/[$`;|&<>]/.test(rest);
  return !(
    isCall &&
    !/^(?:sx|system|sc|pip|conda)$/.test(name) &&
    isPython(lines)
  );
}

function withoutOptions(line: string): string {
  return line
    .replace(/^(?:\s*-{1,2}[a-zA-Z][\w-]*(?:[ =]*\d+)?(?=\s|$))+/, '')
    .trim();
}
