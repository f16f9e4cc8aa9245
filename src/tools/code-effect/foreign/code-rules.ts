import type { ICodeSyntax } from './code-parts';

/** What code of one language is searched for. */
export interface ICodeRules {
  /** How to tell its code from its text; where not known, all is code. */
  syntax?: ICodeSyntax;
  /** Words that reach out of the language: programs, installers, deleted files. */
  names: RegExp[];
  /** The same for signs, which mean nothing inside a string. */
  signs: RegExp[];
  /** Where it stands, strings may become code and are searched as well. */
  evaluates?: RegExp;
}

/** Magics of IPython that hand a line or a cell to a shell or an installer. */
const MAGICS =
  'sx|sc|system|bash|sh|cmd|script|perl|ruby|pypy|python|python2|python3|' +
  'pip|conda|mamba|micromamba|uv|alias|alias_magic|rehashx|man|' +
  'rm|rmdir|mv|cp|mkdir|cat|ls|ll|lf|lk|lx|ldir|dir|ddir';

/** What of `os` starts programs or deletes files. */
const OS =
  'system|popen|exec[lv]\\w*|spawn[lv]\\w*|posix_spawnp?|startfile|remove|removedirs|unlink|rmdir';

/** Python in code of a language that is not known: words, and no more. */
const PYTHON: RegExp[] = [
  /\b(?:subprocess|pexpect|ptyprocess|ensurepip|send2trash)\b/,
  /\bcreate_subprocess_(?:exec|shell)\b/,
  new RegExp(`\\bos\\s*\\.\\s*(?:${OS})\\b`),
  new RegExp(
    `\\bfrom\\s+(?:os|posix|nt)\\s+import\\s*(?:\\*|[^\\n(]*\\b(?:${OS})\\b|\\([^)]*\\b(?:${OS})\\b)`
  ),
  new RegExp(`\\bos\\b[^\\n]*["'](?:${OS})["']`),
  /(?:\bimport\s+|,\s*)(?:os\s+as|posix|pty|nt)\b/,
  /\b(?:unlink|rmdir|rmtree|removedirs)\b/,
  /(?<!\bplatform\s*)\.\s*system(?:_raw|_piped)?\b/,
  /\.\s*(?:getoutput|run_cell_magic|run_line_magic|run_cell|magic)\b/,
  /\b(?:pip|micropip|piplite)\s*\.\s*(?:main|install|_internal)\b/,
  /\b(?:import|from)\s+(?:pip|conda)\b/,
  /\brun_module\s*\(\s*["']pip/
];

const R: ICodeRules = {
  syntax: {
    quotes: ['"', "'"],
    comment: '#',
    multiline: true,
    literals: [/[rR](["'])(-*)[([{][^]*?[)\]}]\2\1/y]
  },
  names: [
    /(?<![\w.$@])(?:system2?|unlink|file\.remove|file_delete|dir_delete|link_delete)(?![\w.])/,
    /(?<![\w.$@])(?:shell|shell\.exec|pipe)\s*\(/,
    /(?<![\w.$@])(?:install|update|remove)\.packages\b/,
    /(?<![\w.])(?:remotes|devtools|BiocManager|renv|pak|processx)\s*:::?/,
    /(?<![\w.])(?:install_(?:github|gitlab|bitbucket|git|url|local|version|cran|dev)|pkg_install|py_install)\b/,
    /(?<![\w.])sys\s*:::?\s*(?:exec_|r_)\w+/
  ],
  signs: [],
  evaluates:
    /(?<![\w.])(?:eval|evalq|parse|str2lang|str2expression|do\.call|match\.fun|get0?|mget|getFromNamespace|getExportedValue)\s*\(/
};

const JULIA: ICodeRules = {
  syntax: {
    quotes: ['"""', '"'],
    comment: '#',
    multiline: true,
    literals: [/'(?:\\[^'\n]+|[^\\'\n])'/y, /#=[^]*?=#/y],
    template: (_prefix, body) => body.includes('$')
  },
  names: [
    /\bPkg\s*\.\s*(?:add|develop|dev|rm|remove|update|up|instantiate|build|resolve|free|pin|gc)\b/,
    /\b(?:using|import)\s+Pkg\s*:/,
    /(?<![\w.!])(?:run|rm|Cmd|pipeline)\s*\(/,
    /\bBase\s*\.\s*(?:run|rm|Cmd|Filesystem)\b/,
    /\bccall\b/
  ],
  signs: [/`/, /\bpkg""/, /^\s*[;\]]/],
  evaluates:
    /\b(?:eval|include_string|parse|parseall|getfield|getproperty)\b|\bMeta\b/
};

/** For languages that have no rules of their own. */
const ANY: ICodeRules = {
  names: [
    ...PYTHON,
    ...R.names,
    ...JULIA.names,
    /\b(?:child_process|popen|execve|ProcessBuilder|getRuntime)\b/,
    /\bDeno\s*\.\s*(?:Command|remove|run)\b/,
    /\bstd::process\b/
  ],
  signs: [
    /^[ \t]*!/m,
    new RegExp(`^[ \\t]*%{1,2}(?:${MAGICS})\\b`, 'm'),
    /^\s*[;\]]/
  ]
};

/** While a kernel has not told its language; most speak Python. */
const UNKNOWN: ICodeRules = {
  ...ANY,
  signs: [...ANY.signs, /=[ \t]*!(?!=)/]
};

/** The rules of a language but Python, by the name its kernel gives it in lower case. */
export function codeRules(language: string): ICodeRules {
  switch (language) {
    case 'r':
      return R;
    case 'julia':
      return JULIA;
    case '':
      return UNKNOWN;
    default:
      return ANY;
  }
}
