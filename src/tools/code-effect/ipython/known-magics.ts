const words = (text: string): ReadonlySet<string> =>
  new Set(text.split(/\s+/).filter(Boolean));

/** Magics that only inspect, or configure the display. */
export const PLAIN_LINES = words(`
  matplotlib pylab who who_ls whos pwd cd env set_env hist history pinfo pinfo2 pdef pdoc
  pfile psource psearch pycat precision xmode pprint reset reset_selective xdel lsmagic
  magic quickref tb gui colors doctest_mode automagic autoawait autoreload aimport store
  load loadpy bookmark dhist dirs popd pushd page logstop logon
  logoff logstate watermark dotenv sql sqlcmd sqlplot bigquery less more clear config
  unload_ext subshell connect_info autosave
`);

/** IPython's other built-in magics; some share their name with a word of Python. */
export const FAR_LINES = words(`
  alias alias_magic autocall bash cat cl code_wrap conda copy cp ddir debug ed edit echo
  killbgscripts ldir lf lk ll load_ext logstart ls lx macro mamba man micromamba mkdir mv
  notebook pastebin pdb pip qtconsole R recall rehashx reload_ext ren rep rerun rm rmdir run
  save sc script sh sx system unalias uv julia
`);

/** Magics that run the statement after them. */
export const RUN_LINES = words('time timeit prun memit mprun lprun snakeviz');
export const RUN_CELLS = words(
  'time timeit prun memit mprun lprun snakeviz capture'
);

/** Cell magics that draw the cell. */
export const MARKUP_CELLS = words('markdown latex');

/** Extensions that are used for their display; others run code of their own. */
export const PLAIN_EXTENSIONS = words(`
  autoreload sql jupysql watermark memory_profiler line_profiler snakeviz dotenv
  google.cloud.bigquery bigquery_magics storemagic
`);

/** Magics for which IPython does not fill in variables before they see their line. */
export const UNFILLED = words('time timeit prun');

/** Magics that only list something, or do nothing, if called without arguments. */
export const IDLE = words(`
  alias bash cat conda copy cp ddir echo ldir lf lk ll ls lx macro mamba man micromamba mkdir
  mv pip ren rm rmdir run sc script sh sx system uv
`);

/** First words of Python lines that are never magics, whatever follows. */
export const KEYWORDS = words(`
  False None True and as assert async await break class continue def del elif else except
  finally for from global if import in is lambda nonlocal not or pass raise return try while
  with yield match case type print
`);
