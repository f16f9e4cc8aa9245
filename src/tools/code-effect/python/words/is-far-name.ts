import {
  FAR,
  PLAIN_DUNDERS,
  PLAIN_PRIVATE,
  EVALUATORS,
  ONLY_CALLED,
  CALLED_FAR,
  WATCHED,
  FAR_MODULES,
  OS_PLAIN,
  SHUTIL_FAR,
  SYS_FAR,
  SQL_CALLS,
  TABLE_CALLS,
  SETTINGS,
  JUDGED
} from './python-words';

const FAR_PATTERN = /^(?:exec[lv]p?e?|spawn[lv]p?e?|__\w*__)$/;

/** `__class__` is judged by what follows it. */
export const CLASS = '__class__';

const FAR_SUBMODULES =
  /^(?:multiprocessing\.(?:spawn|util|forkserver|popen_\w+)|concurrent\.(?:futures\.interpreter|interpreters)|jupyterlab\.(?:commands|\w*app|upgrade_extension)|jupyterlab_server\.(?:process|\w*app)|jupyter_server\.(?:serverapp|extension)|jupyter_core\.(?:command|application)|test\.support|numpy\.(?:f2py|ctypeslib|testing\.(?:measure|extbuild))|IPython\.(?:lib\.(?:backgroundjobs|demo|editorhooks|latextools)|terminal|testing|utils\._?process\w*|core\.(?:alias|\w*app\w*|completer|guarded_eval|hooks|magics|page|debugger|compilerop)|sphinxext)|graphviz\.backend|nbconvert\.utils\.pandoc|jupytext\.cli|nipype\.interfaces|Bio\.(?:\w+\.)*Applications|tornado\.(?:process|template|autoreload)|logging\.config|traitlets\.(?:config\.(?:application|loader)|utils\.importstring)|asyncio\.(?:subprocess|base_subprocess))(?:\.|$)/;
const PLAIN_SUBMODULES = /^importlib\.(?:metadata|resources)(?:\.|$)/;

/** Methods that render an object: what they return, or hold, runs in the page. */
const SHOWN_BY =
  /^(?:_repr_(?:html|javascript|svg|mimebundle|json|markdown|latex)_|_ipython_display_|_esm|_view_module|_model_module)$/;

/** An animation setting that names a program. */
export const FILM_SETTING =
  /^(?:ffmpeg|convert|avconv|mencoder|imagemagick)_(?:path|args)$/;

/** Modules whose names are judged by module, even if another cell renamed them. */
export const TOLD_BY_MODULE = /^(?:psutil|sympy)$/;

/** Modules whose data can run code when it is loaded. */
export const PICKLERS =
  /^(?:pickle|pkl|cPickle|_pickle|pickle5|dill|cloudpickle|marshal|joblib|torch|jsonpickle)$/;

/** Whether a path belongs to a module or class that makes objects from bytes. */
export function isPickler(path: string): boolean {
  return PICKLERS.test(path.split('.')[0]) || /pickl/i.test(path);
}

/** Class names of IPython's own shell. */
export const SHELL = /^(?:ZMQ|Terminal)?InteractiveShell$/;

/** Whether a name reaches out of Python wherever it occurs. */
export function isFarName(name: string): boolean {
  return (
    FAR.has(name) ||
    (FAR_PATTERN.test(name) && name !== CLASS && !PLAIN_DUNDERS.has(name))
  );
}

/** Whether a name is private by convention: what it does, only its library knows. */
export function isPrivate(name: string): boolean {
  return (
    /^_+[^\W_]/.test(name) &&
    !/__$|^_repr_\w+_$/.test(name) &&
    !PLAIN_PRIVATE.has(name)
  );
}

/**
 * Whether an environment variable decides which programs and libraries start, or
 * what they run at once.
 */
export function isProgramVariable(name: string): boolean {
  return /^(?:PATH|LD_\w+|DYLD_\w+|BROWSER|PAGER|EDITOR|VISUAL|SHELL|COMSPEC|PYTHON(?:STARTUP|PATH|HOME|USERBASE)|BASH_ENV|(?:GIT|SSH)_(?:SSH|SSH_COMMAND|ASKPASS|EDITOR|PAGER|EXTERNAL_DIFF|EXEC_PATH|PROXY_COMMAND)|PYSPARK_(?:DRIVER_)?PYTHON|IMAGEIO_FFMPEG_EXE|(?:FFMPEG|IMAGEMAGICK)_BINARY|PERL5OPT|RUBYOPT|NODE_OPTIONS)$/.test(
    name
  );
}

export function isShownBy(name: string): boolean {
  return SHOWN_BY.test(name);
}

/**
 * The actual name of a watched module that others keep under another name:
 * `_os` is `os`.
 */
export function watchedModule(name: string): string | null {
  const plain = name.replace(/^_+|_+$/g, '');
  return WATCHED.has(plain) ? plain : null;
}

/** Whether an attribute of a watched module reaches out. */
export function isFarMember(module: string, member: string): boolean {
  switch (module) {
    case 'os':
      return (
        !OS_PLAIN.has(member) &&
        !/^(?:EX|SCHED|P|RTLD|ST|WNOHANG)_?/.test(member)
      );
    case 'shutil':
      return SHUTIL_FAR.has(member) || member.startsWith('_');
    case 'sys':
      return SYS_FAR.has(member);
    case 'timeit':
      // It runs its command-line arguments.
      return member === 'main';
    default:
      return false;
  }
}

/** Whether importing a module already counts as reaching out. */
export function isFarModule(path: string): boolean {
  return (
    (FAR_MODULES.has(path.split('.')[0]) && !PLAIN_SUBMODULES.test(path)) ||
    FAR_SUBMODULES.test(path)
  );
}

/**
 * Whether a word can be relevant at all. Code without any such word is not
 * parsed, because every rule in this folder starts from one.
 */
export function isJudged(word: string): boolean {
  let known = judged.get(word);
  if (known === undefined) {
    known = isJudgedAnew(word);
    if (judged.size < MOST_WORDS) {
      judged.set(word, known);
    }
  }
  return known;
}

/** A cache: code uses few different words. */
const judged = new Map<string, boolean>();
const MOST_WORDS = 10_000;

function isJudgedAnew(word: string): boolean {
  return (
    isFarName(word) ||
    word === CLASS ||
    EVALUATORS.has(word) ||
    ONLY_CALLED.has(word) ||
    CALLED_FAR.has(word) ||
    JUDGED.has(word) ||
    SQL_CALLS.has(word) ||
    TABLE_CALLS.has(word) ||
    SETTINGS.has(word) ||
    FAR_MODULES.has(word) ||
    /^_repr_\w+_$/.test(word) ||
    isShownBy(word) ||
    isPrivate(word) ||
    FILM_SETTING.test(word) ||
    watchedModule(word) !== null ||
    /^(?:multiprocessing|interpreters?|f2py|extbuild|IPython|graphviz|nbconvert|jupytext|nipype|Bio|tornado|traitlets|logging|jupyterlab|jupyterlab_server|jupyter_server|jupyter_core)$/.test(
      word
    )
  );
}

export function isAscii(code: string): boolean {
  // eslint-disable-next-line no-control-regex
  return /^[\x00-\x7f]*$/.test(code);
}

const NO_WORDS: ReadonlySet<string> = new Set();

/**
 * Whether any word in a text is relevant, or one of `more`, be it code, a
 * string or a comment.
 */
export function judgedWords(
  code: string,
  more: { has(word: string): boolean } = NO_WORDS
): boolean {
  const plain = isAscii(code) ? code : code.normalize('NFKC');
  const seen = new Set<string>();
  for (const [word] of plain.matchAll(/[\p{L}\p{Mn}\p{Mc}\p{N}\p{Pc}]+/gu)) {
    if (!seen.has(word)) {
      if (isJudged(word) || more.has(word)) {
        return true;
      }
      seen.add(word);
    }
  }
  return false;
}

/** Whether a name is one that must not be accessed by text, or is not a name at all. */
export function isFarMemberName(name: string, isSet: boolean): boolean {
  const plain = name.normalize('NFKC');
  return (
    !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(plain) ||
    isFarName(plain) ||
    isPrivate(plain) ||
    plain === CLASS ||
    (isSet && isShownBy(plain)) ||
    EVALUATORS.has(plain) ||
    ONLY_CALLED.has(plain) ||
    /^(?:system|query|magic|ex|ev|run_line_magic|run_cell_magic|environb?|os|sys|shutil|_os|_sys|_shutil|modules|runctx)$/.test(
      plain
    )
  );
}
