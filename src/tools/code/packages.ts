import { CodeRefusal } from './code-refusal';

/**
 * What code may use of which package. A module that has no line asks.
 *
 * - `name`: all of its public members, but those after `-`
 * - `name: a b`: only these members
 * - `/x`: an object or submodule whose own members may be used (`np.add.reduce`);
 *   `*` for all of them
 * - `name.*`: with all of its submodules and their objects; each name on the way
 *   is looked up in `isForeign`, so what they import for themselves stays out
 * - `!called`: other lower-case members may be submodules, so they are only called
 * - `!formula`: its functions take a formula, which is code
 */
const PACKAGES = `
pandas -eval -read_pickle -to_pickle -HDFStore -read_hdf -read_clipboard -compat -io -core -util -testing /options /api /plotting /offsets /tseries /arrays
pandas.api.types
pandas.plotting
pandas.tseries.offsets
pandas.tseries.holiday
pandas.io.formats.style: Styler
numpy -memmap -testing -f2py -distutils -ctypeslib -compat -core -DataSource -source /random /linalg /fft /ma /polynomial /char /strings /rec /add /subtract /multiply /divide /power /maximum /minimum /logical_and /logical_or /bitwise_or /bitwise_and /equal /greater /lib
numpy.random
numpy.linalg
numpy.fft
numpy.ma
numpy.polynomial *
numpy.polynomial.polynomial
numpy.lib: stride_tricks scimath
numpy.lib.stride_tricks
numpy.typing
scipy.* -weave -misc
scipy.io: loadmat savemat wavfile whosmat
scipy.io.wavfile
matplotlib.* -testing -rcsetup -texmanager -dviread -cbook -rc_file -rc_params_from_file -rc_context -backends -sphinxext -pylab -animation -image -font_manager -backend_bases -backend_managers -backend_tools
matplotlib.animation: FuncAnimation ArtistAnimation PillowWriter
matplotlib.font_manager: FontProperties fontManager findfont findSystemFonts
matplotlib.image: imread
matplotlib.style: use available
matplotlib.pyplot.style: use available
matplotlib.pyplot -switch_backend -rc_context -rcsetup -cbook -mlab /rcParams /rcParamsDefault /cm /colormaps /Axes
mpl_toolkits *
mpl_toolkits.mplot3d *
mpl_toolkits.mplot3d.art3d *
mpl_toolkits.axes_grid1 *
mpl_toolkits.axes_grid1.inset_locator *
seaborn -utils -external -algorithms -axisgrid -rcmod -miscplot -widgets -matrix -distributions -regression -relational -categorical -palettes /objects
seaborn.objects
statsmodels.api !called -webdoc -load -load_pickle /tsa /graphics /datasets /stats /families /nonparametric /robust /genmod /qqplot /regression
statsmodels.formula.api !formula
statsmodels.stats.* 
statsmodels.tsa.*
statsmodels.graphics.*
statsmodels.nonparametric.*
statsmodels.regression.*
statsmodels.discrete.*
statsmodels.tools.* -web
statsmodels.datasets -utils *
statsmodels.genmod.*
statsmodels.duration.*
sklearn.* -fetch_file -externals -clear_data_home -load_files -_testing -estimator_checks
xgboost !called
lightgbm !called
catboost !called
imblearn.*
plotly: express graph_objects graph_objs subplots colors figure_factory io __version__
plotly.express /data /colors /defaults !called
plotly.graph_objects *
plotly.graph_objs *
plotly.subplots *
plotly.colors *
plotly.figure_factory *
plotly.io: templates renderers show write_image
altair.renderers: enable
altair !called /data_transformers /themes /theme /datum /expr /value /selection
vega_datasets /data
polars -read_database -Config !called /selectors /datatypes /functions
polars.selectors
pyarrow: Table array table schema field int64 int32 float64 string RecordBatch types
pyarrow.parquet
pyarrow.csv
pyarrow.compute
networkx !called -nx_agraph -nx_pydot -read_gpickle -write_gpickle /algorithms /community
shapely.*
geopandas !called /tools
xarray !called -save_mfdataset
tqdm: tqdm trange notebook auto
tqdm.auto: tqdm trange
tqdm.notebook: tqdm trange
PIL: Image ImageDraw ImageFont ImageOps ImageFilter ImageEnhance ImageStat
PIL.Image *
PIL.ImageDraw *
PIL.ImageFont *
PIL.ImageOps *
PIL.ImageFilter *
PIL.ImageEnhance *
skimage.*
cv2 !called
umap !called
hdbscan !called
shap !called /plots /datasets
torch !called -load -from_file -hub -jit -package -ops -classes -library -_C /nn /optim /utils /cuda /backends /linalg /fft /special /distributions /autograd /Tensor /device /float16 /bfloat16 /float32 /float64 /float /double /half /int8 /int16 /int32 /int64 /int /long /uint8 /bool /inf /nan /pi /relu /tanh /sigmoid
torch.nn *
torch.nn.functional
torch.nn.init
torch.nn.utils *
torch.optim *
torch.optim.lr_scheduler
torch.utils.data *
torch.utils: data
torch.distributions *
torch.autograd *
torch.cuda *
torchvision -io -ops /datasets /models /transforms /utils
torchvision.transforms *
torchvision.datasets !called -utils
torchvision.models *
torchvision.utils *
tensorflow !called -load_op_library -load_library -py_function -numpy_function -saved_model -compat -distribute /keras /data /random /math /nn /linalg /constant /image /strings /config /initializers /losses /metrics /summary /sparse /ragged /sets /feature_column /lookup /train /errors /dtypes /debugging /autograph /float16 /float32 /float64 /int32 /int64 /uint8 /bool /string /newaxis /function
keras: layers models optimizers losses metrics callbacks regularizers initializers activations constraints datasets utils applications preprocessing ops random backend Sequential Model Input Layer Variable __version__
keras.layers *
keras.models: Sequential Model clone_model
keras.optimizers *
keras.optimizers.schedules *
keras.losses *
keras.metrics *
keras.callbacks: Callback EarlyStopping ReduceLROnPlateau LearningRateScheduler LambdaCallback ModelCheckpoint TensorBoard TerminateOnNaN History
keras.regularizers *
keras.initializers *
keras.datasets *
keras.utils: to_categorical set_random_seed Sequence PyDataset image_dataset_from_directory text_dataset_from_directory timeseries_dataset_from_array pad_sequences split_dataset normalize
keras.applications.*
keras.preprocessing.image *
keras.preprocessing.sequence *
keras.preprocessing.text *
math
cmath
statistics
decimal
fractions
numbers
random
datetime /datetime /date /timedelta /timezone /time
time
calendar
zoneinfo
itertools /chain
functools: partial reduce lru_cache cache cached_property wraps total_ordering cmp_to_key partialmethod
collections *
collections.abc
operator -attrgetter -methodcaller
string -Formatter
re
json
csv
copy
io: StringIO BytesIO TextIOWrapper
glob: glob iglob
fnmatch
textwrap
typing: Any Optional Union List Dict Tuple Set FrozenSet Type Callable Iterable Iterator Generator Sequence Mapping MutableMapping Collection Hashable Literal TypeVar Protocol Generic NamedTuple TypedDict ClassVar Final Annotated TypeAlias Self DefaultDict Counter Deque cast overload IO TextIO TYPE_CHECKING
__future__: annotations
dataclasses: dataclass field fields asdict astuple replace is_dataclass
enum: Enum IntEnum StrEnum Flag IntFlag auto unique
abc
contextlib: contextmanager suppress nullcontext closing redirect_stdout redirect_stderr
warnings
logging: basicConfig getLogger info debug warning error INFO DEBUG WARNING ERROR CRITICAL NOTSET Formatter StreamHandler
uuid
hashlib
base64
bisect
heapq
unicodedata
pprint
difflib
colorsys
secrets
ast: literal_eval
gc: collect
gzip: open
inspect: signature getsource getdoc isclass isfunction
traceback: print_exc format_exc
timeit: default_timer
joblib: Parallel delayed dump cpu_count
urllib.parse
html
dateutil.*
pytz
packaging.*
squarify
concurrent.futures: ThreadPoolExecutor ProcessPoolExecutor as_completed wait
zlib
struct
platform: python_version system machine platform node processor release
importlib.metadata: version
sqlite3: connect Row PARSE_DECLTYPES PARSE_COLNAMES
os: getcwd listdir cpu_count sep linesep path environ makedirs mkdir walk scandir stat getenv fspath
os.path -os -sys -genericpath -stat
sys: version version_info executable platform maxsize getsizeof float_info byteorder stdout stderr getrecursionlimit exit
sys.stdout: write flush
sys.stderr: write flush
pathlib: Path PurePath
shutil: disk_usage copy copyfile copy2
IPython.display: display clear_output Image Markdown Latex Math HTML Code JSON
IPython: display __version__
`;

/** The standard library, which a package must not hand on (`pd.compat.os`). */
const STANDARD_LIBRARY = words(`
abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit
audioop base64 bdb binascii bisect builtins bz2 cProfile calendar cgi cgitb
chunk cmath cmd code codecs codeop collections colorsys compileall concurrent
configparser contextlib contextvars copy copyreg crypt csv ctypes curses
dataclasses datetime dbm decimal difflib dis distutils doctest email encodings
ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions
ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip
hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io
ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox
mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing
netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os
ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib
poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc
pydoc_data pyexpat queue quopri random re readline reprlib resource
rlcompleter runpy sched secrets select selectors shelve shlex shutil signal
site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile
sre_constants sre_parse ssl stat statistics string stringprep struct
subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib
tempfile termios textwrap this threading time timeit tkinter token tokenize
tomllib trace traceback tracemalloc tty turtle turtledemo types typing
unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser
winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib
zoneinfo
`);

/** Members of packages that only have the name of such a module. */
const ONLY_NAMED_ALIKE = words(`
numpy.copy numpy.array numpy.select numpy.math pandas.array scipy.signal
torch.random torch.signal polars.struct polars.select polars.datetime
polars.time pyarrow.array pyarrow.string pyarrow.types pyarrow.json
pyarrow.struct keras.random tensorflow.random tensorflow.math
tensorflow.queue tensorflow.string datetime.datetime datetime.time time.time
copy.copy glob.glob bisect.bisect pprint.pprint calendar.calendar skimage.io
torch.select random.random tqdm.tqdm polars.string
`);

/** Packages that start programs or import by name: never allowed as a whole. */
const NEVER_ALLOWED = words(`
os sys subprocess shutil builtins importlib ctypes cffi runpy code codeop pty
pdb posix nt socket signal multiprocessing threading pip ensurepip setuptools
pkg_resources sh plumbum fabric paramiko pexpect docker psutil IPython
ipykernel jupyter_client jupyter_core jupyter_server notebook nbclient
papermill webbrowser tempfile pickle shelve marshal dill cloudpickle inspect
gc types
`);

/**
 * Attributes that run text or programs, delete, put script into the page, or
 * reach the interpreter, whatever they are looked up on.
 */
export const REFUSED_ATTRIBUTES = words(`
os sys subprocess shutil builtins importlib ctypes runpy posix pickle system
popen Popen exec execfile run_cell run_line_magic run_cell_magic run_code
import_module get_ipython unlink rmdir rmtree removedirs symlink_to
hardlink_to chmod lchmod enable_load_extension load_extension read_pickle
unsafe_load full_load from_config load_model load_weights get_file deserialize gi_code
gi_frame cr_code cr_frame ag_code ag_frame f_globals f_locals f_builtins
f_back f_code tb_frame mro codeobj func_globals set_table_attributes set_uuid
set_td_classes from_string to_clipboard read_clipboard executable converter
binary_location ffmpeg_path backend tk np pd plt mpl pylab matplotlib joblib
urlretrieve tempfile webbrowser load_pickle
`);

/** A line of `PACKAGES`. */
export interface IModule {
  only: ReadonlySet<string> | null;
  except: ReadonlySet<string>;
  objects: ReadonlySet<string>;
  anyObject: boolean;
  /** Other lower-case members are only called, lest they are submodules. */
  onlyCalled: boolean;
  /** Its functions take a formula, which is code. */
  takesFormula: boolean;
}

const MODULES = new Map(
  PACKAGES.trim()
    .split('\n')
    // TensorFlow has Keras in it.
    .flatMap(line =>
      /^keras\b/.test(line) ? [line, `tensorflow.${line}`] : line
    )
    .map(line => readLine(line.trim()))
);

/** Packages under their usual names, which others import for themselves. */
const OTHER_PACKAGES = new Set([
  ...[...MODULES.keys()].map(path => path.split('.')[0]),
  ...words('np pd pl pa plt mpl sp nw tf pylab pandas')
]);

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

function readLine(line: string): [string, IModule] {
  const [name, ...rest] = line.split(/:? +/);
  const after = (sign: string): Set<string> =>
    new Set(
      rest.filter(word => word.startsWith(sign)).map(word => word.slice(1))
    );
  return [
    name,
    {
      only: line.includes(':') ? new Set(rest) : null,
      except: after('-'),
      objects: after('/'),
      anyObject: rest.includes('*'),
      onlyCalled: /!called|!formula/.test(line),
      takesFormula: rest.includes('!formula')
    }
  ];
}

/** Whether a person may allow a package as a whole. */
export function mayAllowPackage(name: string): boolean {
  return /^[A-Za-z]\w*$/.test(name) && !NEVER_ALLOWED.has(name);
}

/** A name that must not be looked up on a package. */
function isForeign(name: string): boolean {
  return (
    NEVER_ALLOWED.has(name) ||
    REFUSED_ATTRIBUTES.has(name) ||
    STANDARD_LIBRARY.has(name) ||
    OTHER_PACKAGES.has(name)
  );
}

/** The packages that code may use, with those that a person allowed. */
export class Packages {
  private readonly _allowed: ReadonlySet<string>;

  constructor(allowed: readonly string[] = []) {
    this._allowed = new Set(allowed.filter(mayAllowPackage));
  }

  isAllowing(allowed: readonly string[]): boolean {
    return allowed.filter(mayAllowPackage).join() === [...this._allowed].join();
  }

  /** Whether a path is certainly a module, and no member of one. */
  isModule(path: string): boolean {
    return (
      MODULES.has(path) || MODULES.has(`${path}.*`) || this._allowed.has(path)
    );
  }

  find(path: string): IModule | null {
    const own = MODULES.get(path);
    if (own) {
      return own;
    }
    const parts = path.split('.');
    for (let count = parts.length; count > 0; count--) {
      const start = parts.slice(0, count).join('.');
      const line = MODULES.get(start);
      if (
        line?.except.has(parts[count]) ||
        (line?.only && !line.only.has(parts[count]))
      ) {
        return null;
      }
      const whole =
        MODULES.get(`${start}.*`) ??
        (count === 1 && this._allowed.has(start) ? ALLOWED : null);
      if (whole) {
        const isRefused = parts
          .slice(count)
          .some(
            part =>
              part.startsWith('_') ||
              /^tests?$/.test(part) ||
              whole.except.has(part) ||
              isForeign(part)
          );
        return isRefused ? null : { ...whole, anyObject: true };
      }
      if (line && count > 1) {
        return null;
      }
    }
    return null;
  }

  /** Why a module may not be imported. */
  importRefused(path: string): CodeRefusal {
    const [name] = path.split('.');
    return this.isKnown(name)
      ? new CodeRefusal('member', path)
      : new CodeRefusal(mayAllowPackage(name) ? 'package' : 'program', name);
  }

  /**
   * Why a member may not be used; null if it may.
   *
   * @param isCalled a function may have a module's name (`np.random.random()`).
   */
  memberRefused(
    module: IModule,
    base: string,
    name: string,
    isCalled = false
  ): CodeRefusal | null {
    const path = `${base}.${name}`;
    const isSpecial =
      module.only !== null ||
      MODULES.has(path) ||
      module.objects.has(name) ||
      ONLY_NAMED_ALIKE.has(path);
    if (
      // It runs the files that it is given.
      name === 'test' ||
      module.except.has(name) ||
      (module.only && !module.only.has(name)) ||
      (!isSpecial &&
        (isCalled ? REFUSED_ATTRIBUTES.has(name) : isForeign(name))) ||
      (MODULES.get(`${base}.*`)?.except.has(name) ?? false)
    ) {
      return new CodeRefusal('member', path);
    }
    return name.startsWith('_') && !/^__(?:version|name|doc)__$/.test(name)
      ? new CodeRefusal('internals', path)
      : null;
  }

  /** Whether a member's own members may be used. */
  opens(module: IModule, name: string): boolean {
    return (
      module.anyObject ||
      module.only !== null ||
      module.objects.has(name) ||
      /^[A-Z]/.test(name)
    );
  }

  /** A module that an attribute leads to (`matplotlib.pyplot`). */
  submodule(path: string): boolean {
    const name = path.slice(path.lastIndexOf('.') + 1);
    return (
      this.find(path) !== null &&
      (MODULES.has(path) ||
        MODULES.has(`${path}.*`) ||
        !(
          NEVER_ALLOWED.has(name) ||
          REFUSED_ATTRIBUTES.has(name) ||
          /^[A-Z]|^(?:load|rcParams)$/.test(name)
        ))
    );
  }

  private isKnown(name: string): boolean {
    return (
      this._allowed.has(name) ||
      [...MODULES.keys()].some(
        path => path === name || path.startsWith(`${name}.`)
      )
    );
  }
}

/** What a person allowed counts as. */
const ALLOWED: IModule = {
  only: null,
  except: new Set(),
  objects: new Set(),
  anyObject: true,
  onlyCalled: false,
  takesFormula: false
};
