import type { ICodeSyntax } from './code-parts';

/** The patterns to search for in code of one language. */
export interface ICodeRules {
  /** How to tell code from text; if absent, everything counts as code. */
  syntax?: ICodeSyntax;
  /** Words that reach out of the language: programs, installers, deleting files. */
  names: RegExp[];
  /** The same for symbols, which mean nothing inside a string. */
  signs: RegExp[];
  /** If this occurs, strings may become code and are searched as well. */
  evaluates?: RegExp;
  /** Strings that are code by themselves, or names of functions that reach out. */
  texts?: RegExp[];
  /** The same for a string together with the call it is passed to. */
  handed?: RegExp[];
}

/** IPython magics that pass a line or a cell to a shell or an installer. */
const MAGICS =
  'sx|sc|system|bash|sh|cmd|script|perl|ruby|pypy|python|python2|python3|' +
  'pip|conda|mamba|micromamba|uv|alias|alias_magic|rehashx|man|' +
  'rm|rmdir|mv|cp|mkdir|cat|ls|ll|lf|lk|lx|ldir|dir|ddir';

/** Functions of `os` that start programs or delete files. */
const OS =
  'system|popen|exec[lv]\\w*|spawn[lv]\\w*|posix_spawnp?|startfile|remove|removedirs|unlink|rmdir';

/** Python inside code of an unknown language: words only. */
const PYTHON: RegExp[] = [
  /\b(?:subprocess|pexpect|ptyprocess|ensurepip|send2trash)\b/,
  /\bcreate_subprocess_(?:exec|shell)\b/,
  new RegExp(`\\bos\\s*\\.\\s*(?:${OS})\\b`),
  new RegExp(
    `\\bfrom\\s+(?:os|posix|nt)\\s+import\\s*(?:\\*|[^\\n(]{0,500}\\b(?:${OS})\\b|\\([^)]{0,500}\\b(?:${OS})\\b)`
  ),
  new RegExp(`\\bos\\b[^\\n]{0,200}["'](?:${OS})["']`),
  /(?:\bimport\s+|,\s*)(?:os\s+as|posix|pty|nt)\b/,
  /\b(?:unlink|rmdir|rmtree|removedirs)\b/,
  /(?<!\bplatform\s*)\.\s*system(?:_raw|_piped)?\b/,
  /\.\s*(?:getoutput|run_cell_magic|run_line_magic|run_cell|magic)\b/,
  /\b(?:pip|micropip|piplite)\s*\.\s*(?:main|install|_internal)\b/,
  /\b(?:import|from)\s+(?:pip|conda)\b/,
  /\brun_module\s*\(\s*["']pip/
];

/** Functions of R that start programs, or delete and move files. */
const R_FAR =
  'system2?|unlink|file\\.(?:remove|rename)|(?:file|dir|link)_delete|file_move|shell\\.exec';

const R: ICodeRules = {
  syntax: {
    quotes: ['"', "'"],
    comment: '#',
    multiline: true,
    blocks: [
      {
        open: /[rR](["'])(-*)([([{])/y,
        close: ([, quote, dashes, bracket]) =>
          `${{ '(': ')', '[': ']', '{': '}' }[bracket]}${dashes}${quote}`
      }
    ]
  },
  names: [
    new RegExp(`(?<![\\w.$@])(?:${R_FAR})(?![\\w.])`),
    // Accessed through an environment or a module, not as a column.
    new RegExp(`[$@]\\s*\`?(?:${R_FAR})\`?\\s*\\(`),
    /(?<![\w.$@])(?:shell|pipe)\s*\(/,
    /(?:<-|=|\()\s*(?:shell|pipe)\s*(?:[;,)\n]|$)/,
    /(?<![\w.$@])(?:install|update|remove)\.packages\b/,
    /(?<![\w.])(?:remotes|devtools|BiocManager|renv|pak|processx|callr|reticulate|Rcpp|inline|pkgload|ssh|evaluate)\s*:::?/,
    /(?<![\w.])(?:library|require|requireNamespace|loadNamespace|attachNamespace)\s*\(\s*["']?(?:remotes|devtools|BiocManager|renv|pak|processx|callr|sys|reticulate|Rcpp|inline|cpp11|pkgload|ssh)\b/,
    /(?<![\w.])(?:install_(?:github|gitlab|bitbucket|git|url|local|version|cran|dev)|pkg_install|py_(?:install|run_\w+|eval)|source_python)\b/,
    /(?<![\w.])sys\s*:::?\s*(?:exec_|r_)\w+/,
    // Files and text that are run as code, directly or after compiling.
    /(?<![\w.$@])(?:source|sys\.source|load_all|dyn\.load|library\.dynam|sourceCpp|cppFunction|evalCpp|cfunction)\s*\(/,
    /(?<![\w.$@])\.(?:Internal|Primitive|External2?|Call|C|Fortran)\s*\(/,
    /(?<![\w.])(?:rmarkdown\s*:::?\s*render|knitr\s*:::?\s*knit\w*|tools\s*:::?\s*R(?:cmd)?|shiny\s*:::?\s*run\w+)\b/,
    /(?<![\w.])run(?:App|Gist|GitHub|Url)\s*\(/,
    /(?<![\w.$@])(?:browseURL|file\.edit)\s*\(/,
    /(?<![\w.$@])fread\s*\([^)]{0,500}\bcmd\s*=/,
    /(?<![\w.$@])download\.file\s*\([^)]{0,500}\b(?:extra|method)\s*=/,
    /(?<![\w.$@])(?:untar|unzip|zip)\s*\([^)]{0,500}\b(?:tar|unzip|zip)\s*=/,
    /(?<![\w.$@])(?:display_javascript|JS)\s*\(/
  ],
  signs: [],
  evaluates:
    /(?<![\w.])(?:eval\w*|parse\w*|str2lang|str2expression|do\.call|match\.fun|match_fun|as_function|exec|invoke|get0?|mget|getFromNamespace|getExportedValue|asNamespace|getNamespace|baseenv|as\.environment|as\.formula|reformulate|aes_string|str_interp|(?:str_)?glue\w*|cli_\w+|[slvmtr]?apply|eapply|Map|Reduce|Filter|outer|Vectorize|(?:purrr\s*::\s*)?p?map2?\w*|walk2?|mutate_|filter_|summarise_)\s*\(/,
  texts: [new RegExp(`(?<![\\w.$@])(?:${R_FAR}|shell|pipe)\\(`)],
  handed: [
    new RegExp(`(["'])(?:${R_FAR})\\1\\s*\\(`),
    /(?<![\w.$@])fread\s*\(\s*(?:input\s*=\s*)?(["'])(?!https?:)[^"'\n/\\\s]{0,100}\s[^"'\n]{0,500}\1/
  ]
};

/** Functions of Julia that start programs, or delete and move files. */
const JULIA_FAR = 'run|rm|mv|Cmd|pipeline|readchomp|detach';

const JULIA: ICodeRules = {
  syntax: {
    quotes: ['"""', '"'],
    comment: '#',
    multiline: true,
    literals: [/'(?:\\[^'\n]+|[^\\'\n])'/y],
    blocks: [{ open: /#=/y, close: () => '=#' }],
    template: (_prefix, body) => body.includes('$')
  },
  names: [
    /\bPkg\s*\.\s*(?:add|develop|dev|rm|remove|update|up|instantiate|build|resolve|free|pin|gc)\b/,
    /\b(?:using|import)\s+Pkg\s*(?::|as\b)|=\s*Pkg\b/,
    new RegExp(`(?<![\\w.!])(?:${JULIA_FAR})\\s*\\.?\\(`),
    // Passed on as a function, rather than just a variable of the same name.
    new RegExp(`(?:\\|>|∘)\\s*(?:Base\\.)?(?:${JULIA_FAR})\\b(?!!)`),
    new RegExp(`(?<![\\w.!])(?:${JULIA_FAR})\\s*∘`),
    new RegExp(`\\(\\s*(?:${JULIA_FAR})\\s*\\)\\s*\\(`),
    new RegExp(
      `\\b(?:map|foreach|broadcast|asyncmap|pmap|invokelatest|invoke|mapreduce|filter)!?\\s*\\(\\s*(?:${JULIA_FAR})\\s*,`
    ),
    new RegExp(`(?<![=!<>])=\\s*(?:run|rm|Cmd)\\s*(?:[;\\n]|$)`),
    new RegExp(
      `\\b(?:using|import)\\s+Base\\s*:[^\\n]{0,500}\\b(?:${JULIA_FAR})\\b`
    ),
    new RegExp(
      `\\bBase\\s*\\.\\s*(?::?\\(?\\s*)?(?:${JULIA_FAR}|Filesystem|shell_parse)\\b`
    ),
    /\bccall\b|\bcglobal\b|\bllvmcall\b|\bdl(?:open|sym)\b|\bLibdl\b/,
    /\b(?:getfield|getproperty|getglobal)\b[^\n]{0,200}\bSymbol\s*\(/,
    /(?<![\w.!])(?:Base\s*\.\s*)?(?:include|evalfile)\s*\(/,
    /\b(?:pyimport|pyeval|pyexec|pybuiltins|rcopy|reval|addprocs)\b/,
    /\bJULIA_EDITOR\b/
  ],
  // Strings that hold a name, or code of another language.
  signs: [
    /`/,
    /@cmd\b/,
    /\b(?:pkg|cmd|py|R|var|cxx|icxx|mat|js)""/,
    /^\s*[;\]]/
  ],
  evaluates:
    /\b(?:eval|include_string|parse|parseall|getfield|getproperty)\b|\bMeta\b/,
  handed: [/\bENV\s*\[\s*"JULIA_EDITOR"/]
};

/** Command syntax of Ruby and Perl, whatever the command. */
const COMMANDS: RegExp[] = [
  /`/,
  /(?<![\w.$@%&])(?:system|exec|spawn|fork|eval|instance_eval|class_eval)\b(?!\s*(?:=>|=[^=~]|$|\n))(?=\s*["'(\w$])/
];

const RUBY: RegExp[] = [
  /%x\W/,
  /\b(?:IO|Open3|PTY)\s*(?:\.|::)\s*\w+/,
  /\b(?:Kernel|Process|Object)\s*\.\s*(?:system|exec|spawn|fork|kill|send|open)\b/,
  /\b(?:public_|__)?send__?\b|(?<=\.)(?:public_send|send|method)\s*\(?\s*:/,
  /\bopen\s*\(?\s*["']\s*\|/,
  /\b(?:File|FileUtils|Dir|Pathname)\s*\.\s*(?:delete|unlink|rename|rm\w*|mv|move|rmdir|remove\w*)\b/
];

const PERL: RegExp[] = [
  /\bqx\b/,
  /\breadpipe\b/,
  /\bopen\b[^;\n]{0,300}["'](?:\s*\||-\||\|-|[^"'\n]{0,300}\|\s*["'])/,
  /(?<![\w$@%&>])(?:unlink|rmdir|rename|kill|syscall)\b(?=\s*["'($@\w])/,
  /\bIPC::\w+/,
  /(?<![\w$@%&>])do\s*\(?\s*["'$]/
];

/** For languages without rules of their own. */
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

/** For kernels that have not reported their language yet; most speak Python. */
const UNKNOWN: ICodeRules = {
  ...ANY,
  signs: [...ANY.signs, /=[ \t]*!(?!=)/]
};

/**
 * The rules for a language other than Python, by the kernel's name for it in
 * lower case.
 */
export function codeRules(language: string): ICodeRules {
  switch (language) {
    case 'r':
      return R;
    case 'julia':
      return JULIA;
    case 'ruby':
    case 'perl':
      return {
        ...ANY,
        names: [...ANY.names, ...(language === 'ruby' ? RUBY : PERL)],
        signs: [...ANY.signs, ...COMMANDS]
      };
    case '':
      return UNKNOWN;
    default:
      return ANY;
  }
}
