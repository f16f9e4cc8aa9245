import { CodeRefusal } from './code-refusal';

/** Longer code is not judged. */
export const MAX_LENGTH = 60_000;

/** Lines of IPython that change nothing but how results are shown. */
const HARMLESS_LINES = [
  /^%matplotlib(?: (?:inline|widget|notebook|ipympl))?$/,
  /^%load_ext autoreload$/,
  /^%autoreload(?: [0-3])?$/,
  /^%config InlineBackend\.\w+ ?= ?(?:'[\w-]*'|"[\w-]*"|\['\w+'(?:, ?'\w+')*\]|True|False|\d+)$/,
  /^%(?:who|whos|pwd|precision(?: \d+)?)$/,
  /^(?=.*\?)\?{0,2}[A-Za-z][\w.]*\?{0,2}$/
];
/** Of `%%timeit`, the rest of the line is code. */
const CELL_MAGIC =
  /^%%(?:time|timeit(?: +-[nr] ?\d+| +-[qo])*|capture(?: +--no-\w+)*(?: +\w+)?)$/;
/** Longer than any of these lines. */
const MAX_COMMAND = 200;
const TIMED_LINE = /^(\s*)%(?:time|timeit)\s+(?:-[nr]\s*\d+\s+|-[qo]\s+)*/;
/**
 * IPython's own words, and those of its kernel. A line alone that begins with
 * one is that command, unless the kernel has such a name; a cell that sets it
 * may not have run.
 */
const OWN_WORDS = new Set(
  `alias alias_magic autoawait autocall automagic autosave bookmark cat cd clear
  code_wrap colors conda config connect_info cp debug dhist dirs doctest_mode ed
  edit env gui hist history killbgscripts ldir less lf lk ll load load_ext loadpy
  logoff logon logstart logstate logstop ls lsmagic lx macro magic mamba man
  matplotlib micromamba mkdir more mv notebook page pastebin pdb pdef pdoc pfile
  pinfo pinfo2 pip popd pprint precision prun psearch psource pushd pwd pycat pylab
  qtconsole quickref recall rehashx reload_ext rep rerun reset reset_selective rm
  rmdir run save sc set_env subshell store sx system tb time timeit unalias
  unload_ext uv who who_ls whos xdel xmode`.split(/\s+/)
);
const FIRST_WORD = /^\s*(\w+)(?![\w.*])\s*(?![\s=!])/;
const ENCODING = /^\s*#.*coding[:=]\s*([-\w.]+)/;

/**
 * A cell as the Python that IPython makes of it. Of IPython only a few lines are
 * known; the others are no Python, so the parser refuses them.
 *
 * @throws CodeRefusal
 */
export function toPython(cell: string): string {
  if (cell.length > MAX_LENGTH) {
    throw new CodeRefusal('length');
  }
  const source = cell.replace(/\r\n/g, '\n');
  // Python and the parser must agree on where a line ends.
  if (/[^\P{Cc}\n\t]|[\u2028\u2029\ufeff]/u.test(source)) {
    throw new CodeRefusal('syntax');
  }
  const lines = source.split('\n');
  const encoding = lines
    .slice(0, 2)
    .map(line => ENCODING.exec(line)?.[1])
    .find(name => name !== undefined && !/^utf[-_]?8$/i.test(name));
  if (encoding !== undefined) {
    throw new CodeRefusal('setting', `coding: ${encoding}`);
  }
  const first = (): number => lines.findIndex(line => line.trim() !== '');
  let at = first();
  while (lines[at]?.startsWith('%%')) {
    if (!CELL_MAGIC.test(lines[at].trim())) {
      throw new CodeRefusal('ipython', lines[at].split(' ')[0]);
    }
    lines[at] = '';
    at = first();
  }
  const alone = lines.filter(line => line.trim() !== '');
  const command = [
    ...lines
      .filter(line => TIMED_LINE.test(line))
      .map(line => line.replace(TIMED_LINE, '')),
    ...(alone.length === 1 ? alone : [])
  ]
    .map(line => FIRST_WORD.exec(line)?.[1] ?? '')
    .find(word => OWN_WORDS.has(word));
  if (command !== undefined) {
    throw new CodeRefusal('ipython', command);
  }
  const indent = /^[ \t]*/.exec(lines[at] ?? '')?.[0] ?? '';
  return (
    lines
      .map(line => {
        const text = line.startsWith(indent) ? line.slice(indent.length) : line;
        if (text.length > MAX_COMMAND) {
          return text;
        }
        const bare = text.replace(/\s#[^'"]*$/, '').trim();
        return HARMLESS_LINES.some(harmless => harmless.test(bare))
          ? ''
          : text.replace(TIMED_LINE, '$1');
      })
      .join('\n')
      // The parser takes `1.` for an error, and a `yield` of nothing.
      .replace(/(?<![\w.])(\d[\d_]*)\.(?![\w.])/g, '$1.0')
      .replace(/^([ \t]+)yield(?=[ \t]*(?:#.*)?$)/gm, '$1yield None')
  );
}

/** Why the parser did not take it. */
export function unreadable(python: string): CodeRefusal {
  const command = python
    .split('\n')
    .map(
      line =>
        /^(?:[\w, ]+=\s*)?([!%]+\w*|[,;/?]\w+|\S+\?$)/.exec(
          line.trim().slice(0, MAX_COMMAND)
        )?.[1]
    )
    .find(each => each !== undefined);
  return command === undefined
    ? new CodeRefusal('syntax')
    : new CodeRefusal('ipython', command);
}

/** Without commands of IPython; what they return is a plain value (`files = !ls`). */
export function withoutCommands(cell: string): string {
  return cell
    .split('\n')
    .map(line => {
      const command = line.search(/[^ \t]/);
      if (/^(?:[!?]|%(?!%))/.test(line.slice(Math.max(command, 0)))) {
        // It may be all of a block.
        return `${line.slice(0, command)}pass`;
      }
      const at = line.indexOf('=');
      const names = line.slice(0, Math.max(at, 0));
      return /^[!%]/.test(line.slice(at + 1).trimStart()) &&
        /^[\w, ]+$/.test(names)
        ? `${names}= None`
        : line;
    })
    .join('\n');
}
