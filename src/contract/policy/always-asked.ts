/** Why writing a file always needs a card, whatever the rules say. */
export type AlwaysAskedKind =
  'instructions' | 'notebook' | 'hidden' | 'module' | 'imported' | 'runs';

/**
 * Files that take effect without anybody running them: a tool obeys them, or
 * runs them automatically. One entry per line; add more as needed.
 *
 * A pattern without a slash is a file name; one that ends in a slash is a
 * folder name. `*` stands for any part of a name. Write patterns in lower case:
 * paths are compared without regard to case, look-alike characters, or
 * characters that Windows drops at the end of a name.
 */
const PATTERNS: Readonly<
  Record<Exclude<AlwaysAskedKind, 'module' | 'imported'>, string>
> = {
  /** Files that Cellwright itself obeys or imports. */
  instructions: `
    .cellwright.md
    cellwright.md
    *.cellwright.json
    skill.md
    skills/
  `,
  notebook: `
    *.ipynb
  `,
  /** Settings of programs, which file browsers hide. */
  hidden: `
    .*
    .*/
  `,
  runs: `
    conftest.py
    sitecustomize.py
    usercustomize.py
    *.pth
    *.egg-link
    *.pyc
    *.pkl
    *.pickle
    *.joblib
    *.dill
    *.pt
    *.ckpt
    *.npy
    *.npz
    __pycache__/
    site-packages/
    dist-packages/
    pyvenv.cfg
    pip.conf
    pip.ini
    setup.py
    setup.cfg
    pyproject.toml
    pytest.ini
    tox.ini
    mypy.ini
    pylintrc
    pylintrc.toml
    noxfile.py
    tasks.py
    fabfile.py
    dodo.py
    wscript
    sconstruct
    sconscript
    manage.py

    jupyter_*config.py
    jupyter_*config.json
    jupyter_*config.d/
    ipython*config.py
    ipython*config.json
    kernel.json
    overrides.json
    overrides.json5
    page_config.json
    *.jupyterlab-settings
    *.jupyterlab-workspace
    labconfig/
    nbconfig/
    kernels/
    labextensions/
    jupytext
    jupytext.toml
    jupytext.y*ml
    jupytext.json
    jupytext.py

    makefile
    gnumakefile
    *.mk
    cmakelists.txt
    justfile
    rakefile
    snakefile
    meson.build
    build.ninja
    build.gradle*

    dockerfile
    dockerfile.*
    *.dockerfile
    containerfile
    docker-compose*.y*ml
    compose.y*ml
    vagrantfile
    procfile
    jenkinsfile
    azure-pipelines*.y*ml
    bitbucket-pipelines.y*ml
    appveyor.y*ml
    postbuild
    start

    package.json
    node_modules/
    gulpfile.*
    gruntfile.*
    *.config.js
    *.config.cjs
    *.config.mjs
    *.config.ts
    *.code-workspace

    matplotlibrc
    *.mplstyle
    conf.py
    _quarto.y*ml
    taskfile.y*ml
    lefthook.y*ml
    mlproject
    dvc.yaml
    build.rs
    bunfig.toml
    deno.json*

    rprofile.site
    renviron.site
    *.rproj
    activate.r
    startup.jl
    startup.m
    finish.m
    latexmkrc
    crontab
    autorun.inf
    desktop.ini
    *.desktop
    *~[0-9]*
    *~[0-9]*/
  `
};

/**
 * Modules that code imports by name: the next `import` runs a file of that name
 * beside the notebook instead. `*` stands for any part of a name.
 *
 * Besides the standard library and common packages, the list has what a kernel
 * looks for without being told: IPython imports `executing` at the first error,
 * and `requests` tries `simplejson`, which few people have. To complete it, put
 * a finder first in `sys.meta_path` that writes down every top-level name that
 * is looked for and not loaded yet, and let a kernel start, fail, complete,
 * inspect, run magics (`%timeit`, `%prun`, `%load_ext`, `%pip`, `%gui`), read
 * and write with pandas, plot to every format, ask a server, import common
 * packages and exit. The list has all names found so (Python 3.11, ipykernel 7),
 * and those that other versions and systems are known to look for.
 */
const MODULES = `
  abc aifc antigravity argparse array ast asyncio atexit base64 bdb binascii
  bisect builtins bz2 calendar cmath cmd code codecs codeop collections
  colorsys compileall concurrent configparser contextlib contextvars copy
  copyreg cprofile csv ctypes curses dataclasses datetime dbm decimal difflib
  dis doctest email encodings ensurepip enum errno faulthandler fcntl filecmp
  fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass
  gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib imp
  importlib inspect io ipaddress itertools json keyword linecache locale
  logging lzma mailbox marshal math mimetypes mmap modulefinder msvcrt
  multiprocessing netrc ntpath numbers opcode operator optparse os pathlib pdb
  pickle pickletools pkgutil platform plistlib poplib posix posixpath pprint
  profile pstats pty pwd py_compile pyclbr pydoc queue quopri random re
  readline reprlib resource runpy sched secrets select selectors shelve shlex
  shutil signal site smtplib sndhdr socket socketserver sqlite3 sre_compile
  sre_parse ssl stat statistics string stringprep struct subprocess symtable
  sys sysconfig syslog tabnanny tarfile tempfile termios textwrap threading
  time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty
  turtle types typing unicodedata unittest urllib uuid venv warnings wave
  weakref webbrowser winreg wsgiref xml xmlrpc zipapp zipfile zipimport zlib
  zoneinfo

  __future__ _abc _aix_support _android_support _apple_support _ast _asyncio
  _bisect _blake2 _bootsubprocess _bz2 _codecs _codecs_cn _codecs_hk
  _codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw _collections
  _collections_abc _colorize _compat_pickle _compression _contextvars _crypt
  _csv _ctypes _curses _curses_panel _datetime _dbm _decimal _elementtree
  _frozen_importlib _frozen_importlib_external _functools _gdbm _hashlib
  _heapq _hmac _imp _interpchannels _interpqueues _interpreters _io
  _ios_support _json _locale _lsprof _lzma _markupbase _md5 _msi
  _multibytecodec _multiprocessing _opcode _opcode_metadata _operator
  _osx_support _overlapped _pickle _posixshmem _posixsubprocess _py_abc
  _py_warnings _pydatetime _pydecimal _pyio _pylong _pyrepl _queue _random
  _remote_debugging _scproxy _sha1 _sha2 _sha256 _sha3 _sha512 _signal
  _sitebuiltins _socket _sqlite3 _sre _ssl _stat _statistics _string _strptime
  _struct _suggestions _symtable _sysconfig _thread _threading_local _tkinter
  _tokenize _tracemalloc _types _typing _uuid _warnings _weakref _weakrefset
  _winapi _wmi _zoneinfo _zstd annotationlib asynchat asyncore audioop cgi
  cgitb chunk compression crypt distutils idlelib imghdr lib2to3 mailcap
  msilib nis nntplib nt nturl2path ossaudiodev pipes pydoc_data pyexpat
  rlcompleter smtpd spwd sre_constants sunau telnetlib this turtledemo uu
  winsound xdrlib

  ansible_kernel bash_kernel calysto_bash coconut ilua ipykernel_launcher ir
  metakernel octave_kernel sos sos_notebook sparkmagic stata_kernel xpython

  _pydev_bundle _pydev_runfiles _pydevd_bundle _pydevd_bundle_ext
  _pydevd_frame_eval _pydevd_sys_monitoring _pytest adbc-driver-postgresql
  adbc-driver-sqlite aiohttp altair anthropic anyio appnope argcomplete arrow
  astroid asttokens atomicwrites attr attrs autoreload awscrt backcall
  backports black bleach bokeh boto3 botocore bottleneck brotli brotlicffi bs4
  catboost cchardet certifi cffi chardet charset_normalizer click cloudpickle
  colorama comm contourpy ctags cupy curio cv2 cycler cython dash dask
  dateutil debugpy decorator defusedxml distributed django docx duckdb
  et_xmlfile exceptiongroup executing fastjsonschema fastparquet flint
  fonttools fqdn fsspec gcsfs gensim geopandas gi gmpy gmpy2 google gradio
  greenlet h11 h2 h5py html5lib httpcore httpx ibis idna imageio iniconfig
  interegular ipykernel ipympl ipyparallel ipython ipython_pygments_lexers
  ipywidgets isoduration java jax jedi jinja2 jmespath joblib js jsonpointer
  jsonschema jsonschema_specifications jupyter jupyter_client jupyter_core
  jupyter_server jupyterlab jupyterlab_pygments keras kiwisolver langchain
  lark lightgbm llvmlite loky lxml lz4 markupsafe matplotlib matplotlib_inline
  mistune mlflow mpl_toolkits mpmath msgpack narwhals nbclient nbconvert
  nbformat nest_asyncio networkx nltk notebook numba numexpr numpy odf odfpy
  olefile openai openpyxl openssl org orjson packaging pandas pandocfilters
  parso patsy pexpect pickleshare pil pip platformdirs playwright plotly
  pluggy polars pooch prompt_toolkit psutil psycopg2 ptyprocess pure_eval py
  pyarrow pycparser pydantic pydantic_core pydeck pydev_ipython pydevconsole
  pydevd pydevd_file_utils pydevd_plugins pydevd_tracing pygments pyiceberg
  pylab pymc pymysql pyodide pyodide_kernel pyparsing pyqt5 pyqt6 pyreadstat
  pyside2 pyside6 pyspark pytest python-calamine pytz pyxlsb qtpy referencing
  regex requests rfc3339_validator rfc3986_validator rfc3987 rfc3987_syntax
  rich rpds s3fs s3transfer scikits scipy seaborn setuptools shap shapely
  simplejson sitecustomize six skimage sklearn sksparse sniffio socks socksio
  soupsieve spacy sphinx sqlalchemy stack_data statsmodels storemagic
  streamlit sympy tables tabulate tensorflow thread threadpoolctl tinycss2
  torch torchvision tornado tqdm traitlets transformers trio typing_extensions
  typing_inspection tzdata tzlocal uarray uharfbuzz umap unicodedata2
  uri_template urllib3 urllib3_secure_extra wcwidth webcolors webencodings wx
  xarray xgboost xlrd xlsxwriter yaml yapf zmq zstandard

  _sysconfigdata_* *__mypyc
`;

/**
 * Whether a file takes effect automatically, and of which kind it is.
 *
 * @param path in any spelling, from any folder; for files that are imported it
 * has to be relative to the notebook's folder.
 * @param imported modules and packages that the notebook's code imports, in
 * lower case; null if that cannot be told.
 */
export function alwaysAsked(
  path: string,
  imported: ReadonlySet<string> | null = NOTHING
): AlwaysAskedKind | null {
  const parts = spelt(path);
  const name = parts[parts.length - 1] ?? '';
  const folders = parts.slice(0, -1);
  const kind = (Object.keys(LISTS) as (keyof typeof LISTS)[]).find(
    each =>
      LISTS[each].files.some(pattern => pattern.test(name)) ||
      LISTS[each].folders.some(pattern =>
        folders.some(folder => pattern.test(folder))
      )
  );
  return (
    kind ??
    (isModule(name, folders)
      ? 'module'
      : isImported(name, folders, imported)
        ? 'imported'
        : null)
  );
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Whether an import in the notebook would run this file, as a module or as part
 * of a package.
 */
function isImported(
  name: string,
  folders: string[],
  imported: ReadonlySet<string> | null
): boolean {
  return (
    MODULE_FILE.test(name) &&
    (imported === null ||
      [...folders, name.split('.')[0]].some(each => imported.has(each)))
  );
}

const MODULE_FILE = /\.(?:py|pyw|pyi|pyx|so|pyd)$/;

/** Whether importing a library would find this file instead. */
function isModule(name: string, folders: string[]): boolean {
  const [stem] = name.split('.');
  if (!MODULE_FILE.test(name)) {
    return false;
  }
  const module = stem === '__init__' ? folders[folders.length - 1] : stem;
  return (
    folders.some(folder => SHARED.has(folder)) ||
    (module !== undefined &&
      (NAMES.has(module) || NAME_PATTERNS.some(each => each.test(module))))
  );
}

const MODULE_NAMES = MODULES.trim().split(/\s+/);

const NAMES: ReadonlySet<string> = new Set(MODULE_NAMES);

const NAME_PATTERNS = MODULE_NAMES.filter(each => each.includes('*')).map(
  toPattern
);

/**
 * Packages without an `__init__.py` of their own: Python takes their modules
 * from every folder of that name.
 */
const SHARED: ReadonlySet<string> = new Set([
  'backports',
  'google',
  'java',
  'mpl_toolkits',
  'org',
  'scikits'
]);

const LISTS = Object.fromEntries(
  Object.entries(PATTERNS).map(([kind, text]) => {
    const patterns = text.trim().split(/\s+/);
    return [
      kind,
      {
        files: patterns.filter(each => !each.endsWith('/')).map(toPattern),
        folders: patterns
          .filter(each => each.endsWith('/'))
          .map(each => toPattern(each.slice(0, -1)))
      }
    ];
  })
) as Record<keyof typeof PATTERNS, { files: RegExp[]; folders: RegExp[] }>;

function toPattern(glob: string): RegExp {
  const body = glob.replace(/[.+^${}()|\\]/g, '\\$&').replace(/\*/g, '[^/]*');
  return new RegExp(`^${body}$`, 's');
}

/**
 * The names in a path, as the most lenient system reads them: one letter case,
 * one form of each character, without invisible characters, without the
 * trailing dots and spaces and the stream names that Windows ignores; empty
 * names removed.
 */
function spelt(path: string): string[] {
  return path
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .split(/[\\/]/)
    .map(name =>
      name
        .replace(/^[a-z]:(?=.)/, '')
        .replace(/:.*$/s, '')
        .trim()
        .replace(/[. ]+$/, '')
    )
    .filter(name => name !== '');
}
