/** A table of words, separated by spaces or line breaks. */
const words = (text: string): ReadonlySet<string> =>
  new Set(text.split(/\s+/).filter(Boolean));

/** Names that reach out of Python wherever they occur, as a name or after a dot. */
export const FAR = words(`
  subprocess pexpect ptyprocess plumbum paramiko runpy ensurepip micropip piplite
  send2trash _posixsubprocess _winapi builtins __builtin__
  Popen check_output check_call getoutput getstatusoutput popen popen2 popen3 popen4
  posix_spawn posix_spawnp startfile forkpty spawnv_passfds set_executable exec_command
  create_subprocess_exec create_subprocess_shell subprocess_exec subprocess_shell
  rmtree unlink rmdir removedirs
  system_raw system_piped run_cell run_cell_async run_code run_ast_nodes user_ns
  user_global_ns safe_execfile safe_execfile_ipy display_pub ast_transformers
  Javascript publish_display_data display_javascript
  import_module exec_module load_module run_module run_path SourceFileLoader
  spec_from_file_location module_from_spec
  CDLL PyDLL WinDLL OleDLL cdll windll pydll oledll LoadLibrary dlopen
  _getframe f_globals f_builtins f_locals f_back f_code gi_frame cr_frame ag_frame tb_frame
  get_objects get_referrers get_referents settrace setprofile breakpointhook meta_path
  path_hooks addaudithook unsafe_load UnsafeLoader load_extension enable_load_extension
  pipepager tempfilepager resolve_name runstring rundocs trust_remote_code execfile
  full_load full_load_all unsafe_load_all dictConfig fileConfig currentframe getargvalues
  get_type_hints eval_str BackgroundJobManager backgroundjobs IMAP4_stream ctypeslib f2py
  _closer _rmtree
  import_item import_object import_string getattr_static loadTestsFromName loadTestsFromNames
  BaseConfigurator DictConfigurator EntryPoint ForwardRef evaluate_forward_ref _eval_type
  run_process open_process Subprocess pager_page process_handler get_output_error_code
  start_ipython embed_kernel start_kernel launch_new_instance launch_instance guarded_eval
  do_execute run_in_subinterp run_string addsitedir addpackage execsitecustomize
  load_lexer_from_file load_formatter_from_file PyFileConfigLoader FunctionMaker
  load_inline build_and_import_extension ExecutePreprocessor
  install_extension load_state_dict_from_url send_signal tesseract_cmd
  CustomJS CustomJSExpr CustomJSFilter CustomJSHover CustomJSTransform CustomJSTickFormatter
  FuncTickFormatter post_script
  _get_command_stdout _read_output run_command script_helper cpp_extension load_library
  Shelf BsdDbShelf delete_dir delete_dir_contents delete_file rm_file openssh_tunnel
  paramiko_tunnel
  display_formatter input_transformers_post input_transformers_cleanup
  input_transformer_manager register_magic_function register_magics set_custom_exc
  exec_ subprocess_run_for_testing subprocess_run_helper
  run_latex run_bib latex_command bib_command PDFExporter WebPDFExporter QtPDFExporter
  clear_data_home delete_folder rm_subdirs
  entry_points load_entry_point LambdaType codeobj gi_code cr_code ag_code Bytecode
  CachingCompiler Pdb EvalFormatter FullEvalFormatter DollarFormatter SimpleTemplate
  collect_env call_graphviz run_js eval_code eval_code_async subprocess_call
  BashOperator EasyProcess QProcess getProcessOutput getProcessValue spawnProcess
  CGIHTTPRequestHandler install_cmdstan
  JavascriptLink JavascriptFunction JavascriptCode JsCode js_on_click jscallback
  VueTemplate VuetifyTemplate enable_unsafe_deserialization
`);

/** Dunder names that Python itself defines and that lead nowhere else. */
export const PLAIN_DUNDERS = words(`
  __name__ __file__ __doc__ __version__ __author__ __all__ __main__ __init__ __new__ __del__
  __len__ __str__ __repr__ __bytes__ __format__ __iter__ __next__ __reversed__ __contains__
  __enter__ __exit__ __aenter__ __aexit__ __aiter__ __anext__ __await__ __call__ __hash__
  __bool__ __int__ __float__ __complex__ __index__ __round__ __abs__ __neg__ __pos__
  __invert__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __add__ __radd__ __iadd__ __sub__
  __rsub__ __isub__ __mul__ __rmul__ __imul__ __truediv__ __rtruediv__ __floordiv__ __mod__
  __pow__ __rpow__ __matmul__ __and__ __or__ __xor__ __rand__ __ror__ __divmod__
  __getitem__ __setitem__ __delitem__ __missing__ __post_init__ __qualname__ __module__
  __slots__ __sizeof__ __array__ __array_ufunc__ __array_function__
  __array_interface__ __dataclass_fields__ __match_args__ __class_getitem__ __copy__
  __deepcopy__ __future__ __package__ __path__ __debug__ __dataframe__ __fspath__
  __sklearn_tags__ __set__ __get__ __delete__ __length_hint__ __trunc__ __floor__ __ceil__
`);

/** Attributes that begin with an underscore and that analyses use all the same. */
export const PLAIN_PRIVATE = words(`
  _asdict _replace _make _fields _field_defaults _name_ _value_ _member_map_ _member_names_
  _value2member_map_ _append _get_numeric_data _is_copy _is_view _mgr _legend _legend_out
  _suptitle _get_lines _get_patches_for_fill _facecolors2d _edgecolors2d _facecolor3d
  _edgecolor3d _axinfo _axis3don _segmentdata _lut _init _colors_full_map _final_estimator
  _estimator_type _meta _tree _instances _results _content _node _adj
`);

/**
 * Names that run text as code, or give access to what a name hides; attributes
 * of the same name are not meant.
 */
export const EVALUATORS = words(`
  eval exec compile __import__ __builtins__ __loader__ __spec__ breakpoint globals locals vars
  importlib ctypes pty pdb ipdb
`);

/** Built-in functions that come back when a name of the kernel is deleted. */
export const BUILT_IN = words(`
  eval exec compile __import__ __builtins__ breakpoint globals locals vars getattr setattr
  delattr get_ipython
`);

/** Functions that may be called, but must not be passed on. */
export const ONLY_CALLED = words(
  'getattr setattr delattr get_ipython attrgetter methodcaller HTML'
);

/** Module functions that mean something else as a plain name. */
export const CALLED_FAR = words('system');

/** Modules whose functions are judged by name, so the module must not be hidden. */
export const WATCHED = words('os sys shutil timeit cProfile profile');

/** Modules for which the import alone counts as reaching out. */
export const FAR_MODULES = words(`
  subprocess pty pexpect ptyprocess sh plumbum fabric fabric2 invoke paramiko asyncssh
  ensurepip send2trash pip conda micropip piplite posix nt _posixsubprocess _winapi winreg
  ctypes _ctypes cffi webbrowser antigravity code codeop importlib imp runpy pdb bdb ipdb
  pudb builtins __builtin__ jupyter_client nbclient papermill terminado docker pyximport
  distutils setuptools commands sarge delegator envoy wexpect winpty pwn zipimport
  trace doctest tkinter _tkinter venv pkgutil pydoc
  _interpreters _xxsubinterpreters ipykernel ipyparallel git rpy2 juliacall julia oct2py
  matlab cython Cython cppyy win32com mako _osx_support pipes idlelib _cffi_backend
  subprocess32 py nox cookiecutter pkg_resources virtualenv mailcap turtle js pyodide_js
  execjs js2py wmi clr comtypes win32api easyprocess ansible_runner libtmux testbook
`);

/** Members of `os` that neither start a program nor delete a file. */
export const OS_PLAIN = words(`
  path listdir getcwd getcwdb chdir mkdir makedirs environ environb getenv getenvb putenv
  unsetenv walk fwalk scandir stat lstat fstat stat_result access F_OK R_OK W_OK X_OK sep
  altsep pathsep linesep curdir pardir extsep devnull defpath name cpu_count
  process_cpu_count getpid getppid getpgid getuid geteuid getgid getlogin urandom getrandom
  fspath fsencode fsdecode PathLike DirEntry get_terminal_size terminal_size uname times
  getloadavg sched_getaffinity sched_setaffinity nice utime readlink open close read write
  fsync fdopen lseek pipe dup isatty statvfs sysconf umask strerror error O_RDONLY O_WRONLY
  O_RDWR O_CREAT O_EXCL O_APPEND O_TRUNC SEEK_SET SEEK_CUR SEEK_END get_exec_path sync
  ctermid supports_follow_symlinks
`);

export const SHUTIL_FAR = words('move chown os sys');

export const SYS_FAR = words(
  '_current_frames displayhook __displayhook__ unraisablehook remote_exec'
);

/** Calls that are given SQL. */
export const SQL_CALLS = words(`
  sql execute executemany executescript raw_sql from_query read_sql read_sql_query
  exec_driver_sql copy_expert copy fetch fetchrow fetchval read_database read_database_uri
  query_df scalar scalars callproc execute_values execute_batch execute_string command DDL
`);

/** Calls that read a table, which for DuckDB may be the output of a program. */
export const TABLE_CALLS = words(
  'read_csv read_json read_parquet from_csv_auto from_parquet'
);

/** Arguments and attributes that name a program, or script for the page. */
export const SETTINGS = words(`
  executable executable_path binary_location prog cmd bash_command window_command
  converter ffmpeg ffprobe runtime_env include_plotlyjs js_files
`);

/** More names that only a syntax tree can judge. */
export const JUDGED = words(`
  query eval evaluate loads read_pickle load raw magic run_line_magic run_cell_magic
  timeit Timer repeat runctx runcall IFrame SVG Markdown Image Video Audio YouTubeVideo
  VimeoVideo FileLink display_html display_svg modules rename replace remove CodeType
  style FunctionType numexpr hub Unpickler load_all getmembers locate Template from_string measure
  TemporaryDirectory InteractiveShell ZMQInteractiveShell TerminalInteractiveShell
  YAML decode main move move_into ex ev
  animation rcParams kill terminate suspend sympify parse_expr S
  write writelines write_text write_bytes urlretrieve download_url_to_file
  exit quit register get_template select_template get_or_select_template compile_expression
  sympy smf statsmodels patsy formulaic get_single_data set_trait Loader CLoader FullLoader
  CFullLoader clear_cache clear_inactive_cache rotate doRollover singledispatch
  singledispatchmethod BaseModel display_markdown FileLinks HTMLMath RichOutput html markdown
  download launch edit rm mv pipe send_bytes read_array load_pickle
  environ environb putenv setenv delete javascript ecmascript vnd set_table_attributes
  set_td_classes set_uuid to_html write_html jslink add_child get_field run_check pypandoc
  bottle
`);
