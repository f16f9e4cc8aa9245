import { tmpdir } from 'node:os';

import { FakeNotebook } from '../../testing/fake-notebook';
import { PythonProcess } from '../../testing/processes/python-process';
import { checkResource } from '../files/check-resource';
import { inspectVariables } from '../kernel/inspect-variables';
import { toolOn } from './tool-context';

const resource = toolOn(checkResource);
const inspection = toolOn(inspectVariables);

/** `called` records which of the person's functions were run. */
const VARIABLES = `
import datetime, os, tempfile
import dask, dask.array as da, dask.bag as db, dask.dataframe as dd
import pandas as pd, polars as pl, pyarrow as pa, pyarrow.dataset as ds
from polars.io.plugins import register_io_source

called = []
def own(value):
    called.append('own')
    return value

def schema_of_source():
    called.append('schema')
    return pl.Schema({'n': pl.Int64})

# Polars
birds = pl.DataFrame({
    'species': ['Adelie', None, 'Gentoo', 'Adelie'],
    'tags': [['Adelie'], [], None, ['b']],
    'seen': [datetime.date(2026, 1, 1)] * 4,
    'thing': pl.Series([object()] * 4, dtype=pl.Object),
})
kinds = pl.Series('kind', ['Ada'], dtype=pl.Enum(['Ada', 'Bob'])).to_frame()
species = birds['species']
plan = birds.lazy().filter(pl.col('species') == 'Adelie').select('species', long=pl.col('tags').list.len() * 2.0)
csv = os.path.join(tempfile.mkdtemp(), 'birds.csv')
birds.select('species', 'seen').write_csv(csv)
scan = pl.scan_csv(csv)
missing = pl.scan_csv(csv + '.not')
typed = birds.lazy().select(pl.col('species').map_elements(own, return_dtype=pl.String))
untyped = birds.lazy().select(pl.col('species').map_elements(own))
batches = birds.lazy().select(pl.col('species').map_batches(own))
piped = birds.lazy().pipe_with_schema(lambda frame, schema: own(frame))
source = register_io_source(own, schema=schema_of_source)

# PyArrow
arrow = pa.table({'letter': ['a', None, 'b'], 'lists': [[1], [2], None], 'code': pa.array(['x', 'y', 'x']).dictionary_encode()})
batch = arrow.to_batches()[0]
letters = arrow['letter']
numbers = pa.array([1, 2, 3])
rows = arrow.to_reader()
folder = ds.dataset(csv, format='csv')

# Dask
frame = pd.DataFrame({'x': range(20), 'y': ['a', 'b'] * 10})
ddf = dd.from_pandas(frame, npartitions=4).map_partitions(own, meta=frame)
by_x = ddf.set_index('x')
by_size = ddf.repartition(partition_size='1kB')
mean = ddf.groupby('y').x.mean()
unknown = ddf.x.to_dask_array()
blocks = da.ones((4, 5), chunks=2)
bag = db.from_sequence([1, 2, 3], npartitions=2).map(own)
later = dask.delayed(own)(1)

# Pandas that has its columns from PyArrow
mixed = pd.DataFrame({
    'word': pd.Series(['a', None, 'b'], dtype='string[pyarrow]'),
    'n': pd.Series([1, None, 3], dtype='int64[pyarrow]'),
    'lists': pd.Series([[1], [2], None], dtype=pd.ArrowDtype(pa.list_(pa.int64()))),
})

# Dates after the year 9999, of which Python has none
late = pl.DataFrame({'day': pl.Series([10**7]).cast(pl.Date), 'at': pl.Series([10**16]).cast(pl.Datetime('ms')), 'n': [1]})
later_still = pa.table({'day': pa.array([10**7], pa.date32()), 'n': [1]})
latest = pd.DataFrame({'day': pd.arrays.ArrowExtensionArray(pa.array([10**13], pa.timestamp('s'))), 'n': [1]})
called.clear()
`;

describe('Polars, PyArrow and Dask', () => {
  let python: PythonProcess;
  let notebook: FakeNotebook;

  beforeAll(async () => {
    python = new PythonProcess(tmpdir(), { libraries: true });
    notebook = new FakeNotebook({ onInspect: code => python.inspect(code) });
    expect(await python.run(VARIABLES)).toMatchObject({
      status: 'ok',
      outputs: []
    });
  });

  afterAll(() => python.dispose());

  afterEach(async () => {
    expect(await python.inspect('print(called)')).toBe('[]\n');
  });

  async function inspect(...names: string[]): Promise<string[]> {
    const { text } = await inspection.run({ names }, { notebook });
    return text.split('\n');
  }

  it('are told with columns, types, counts and samples where they are in memory', async () => {
    expect(await inspect('birds', 'species')).toEqual([
      'birds: DataFrame 4 rows × 4 columns',
      `  "species": String, 1 missing, 2 distinct: 'Adelie', 'Gentoo'`,
      '  "tags": List(String), 1 missing, 3 distinct: <list>',
      '  "seen": Date, 0 missing, 1 distinct: 2026-01-01',
      '  "thing": Object, 0 missing: <object>',
      'species: Series (4) String',
      `  "species": String, 1 missing, 2 distinct: 'Adelie', 'Gentoo'`
    ]);
    const columns = [
      `  "letter": string, 1 missing: 'a', 'b'`,
      '  "lists": list<item: int64>, 1 missing: <list>',
      `  "code": dictionary<values=string, indices=int32, ordered=0>, 0 missing: 'x', 'y'`
    ];
    expect(await inspect('arrow', 'batch', 'letters', 'numbers')).toEqual([
      'arrow: Table 3 rows × 3 columns',
      ...columns,
      'batch: RecordBatch 3 rows × 3 columns',
      ...columns,
      'letters: ChunkedArray (3) string',
      'numbers: Int64Array (3) int64'
    ]);
  });

  it('have types that hold no values', async () => {
    const { text } = await inspection.run(
      { names: ['kinds'] },
      { notebook, values: false }
    );
    expect(text).toContain('"kind": Enum');
    expect(text).not.toMatch(/Ada|Bob/);
  });

  it('are told by their columns and types alone where they are lazy', async () => {
    expect(await inspect('plan', 'scan', 'rows', 'folder')).toEqual([
      'plan: LazyFrame 2 columns, rows not counted (lazy, nothing was computed)',
      '  "species": String',
      '  "long": Float64',
      'scan: LazyFrame 2 columns, rows not counted (lazy, nothing was computed)',
      '  "species": String',
      '  "seen": String',
      'rows: RecordBatchReader 3 columns, rows not counted (nothing was computed)',
      '  "letter": string',
      '  "lists": list<item: int64>',
      '  "code": dictionary<values=string, indices=int32, ordered=0>',
      'folder: FileSystemDataset 2 columns, rows not counted (nothing was computed)',
      '  "species": string',
      '  "seen": date32[day]'
    ]);
    expect(await python.inspect('print(rows.read_all().num_rows)')).toBe('3\n');
    expect(await inspect('missing', 'scan')).toContain(
      'missing: LazyFrame (could not be read: FileNotFoundError)'
    );
  });

  it('keep their functions from being run, also where a plan’s columns come from them', async () => {
    const note =
      '(lazy, nothing was computed; only running its functions would tell its columns)';
    expect(
      await inspect('typed', 'untyped', 'batches', 'piped', 'source')
    ).toEqual([
      'typed: LazyFrame 1 columns, rows not counted (lazy, nothing was computed)',
      '  "species": String',
      `untyped: LazyFrame ${note}`,
      `batches: LazyFrame ${note}`,
      `piped: LazyFrame ${note}`,
      `source: LazyFrame ${note}`
    ]);
    // Nothing has changed: it can still be used, and the person's profiler
    // still runs.
    expect(
      await python.inspect('print(untyped.collect().height, called)')
    ).toMatch(/^4 \['own'/);
    await python.run('called.clear()');
    await python.run(
      'import sys; profiler = lambda *event: None; sys.setprofile(profiler)'
    );
    await inspect('batches', 'plan');
    expect(await python.inspect('print(sys.getprofile())')).toContain('lambda');
    await python.run('sys.setprofile(None)');
  });

  it('are not computed to be counted', async () => {
    expect(
      await inspect(
        ...['ddf', 'by_x', 'by_size', 'mean', 'unknown', 'blocks'],
        ...['bag', 'later']
      )
    ).toEqual([
      'ddf: DataFrame 2 columns, rows not counted (a Dask frame, nothing was computed)',
      '  "x": int64',
      '  "y": str',
      'by_x: DataFrame 1 columns, rows not counted (a Dask frame, nothing was computed)',
      '  "y": str',
      'by_size: DataFrame 2 columns, rows not counted (a Dask frame, nothing was computed)',
      '  "x": int64',
      '  "y": str',
      'mean: Series float64 (nothing was computed)',
      'unknown: Array (?) int64 (4 partitions, nothing was computed)',
      'blocks: Array (4, 5) float64 (6 partitions, nothing was computed)',
      'bag: Bag (2 partitions, nothing was computed)',
      'later: Delayed (nothing was computed)'
    ]);
  });

  it('may hold the columns of a pandas frame, of which none hides the others', async () => {
    expect(await inspect('mixed')).toEqual([
      'mixed: DataFrame 3 rows × 3 columns',
      `  "word": string, 1 missing, 2 distinct: 'a', 'b'`,
      '  "n": int64[pyarrow], 1 missing, 2 distinct: 1, 3',
      '  "lists": list<item: int64>[pyarrow], 1 missing: <list>'
    ]);
  });

  it('are told in all but what their library cannot give', async () => {
    expect(await inspect('late', 'later_still', 'latest')).toEqual([
      'late: DataFrame 1 rows × 3 columns',
      '  "day": Date, 0 missing, 1 distinct',
      `  "at": Datetime(time_unit='ms', time_zone=None), 0 missing, 1 distinct`,
      '  "n": Int64, 0 missing, 1 distinct: 1',
      'later_still: Table 1 rows × 2 columns',
      '  "day": date32[day], 0 missing',
      '  "n": int64, 0 missing: 1',
      'latest: DataFrame 1 rows × 2 columns',
      '  "day": timestamp[s][pyarrow], 0 missing, 1 distinct',
      '  "n": int64, 0 missing, 1 distinct: 1'
    ]);
  });

  it('are told without a value where only schemas may be', async () => {
    const { text } = await inspection.run(
      { names: ['birds', 'species', 'arrow', 'mixed', 'plan'] },
      { notebook, values: false }
    );
    expect(text).toContain('"species": String, 1 missing, 2 distinct\n');
    expect(text).not.toMatch(/Adelie|'a'|2026/);
  });

  it('are measured where they are in memory, and not where they are lazy', async () => {
    const { text } = await resource.run(
      {
        dataframes: ['birds', 'arrow', 'numbers', 'mixed', 'plan', 'by_size']
      },
      { notebook }
    );
    const lines = text.split('\n');
    // The size of Polars' buffers varies.
    expect(lines.filter(line => / \d+ B$/.test(line)).sort()).toEqual([
      expect.stringMatching(/^arrow: Table, /),
      expect.stringMatching(/^birds: DataFrame, /),
      expect.stringMatching(/^mixed: DataFrame, /),
      'numbers: Int64Array, 24 B'
    ]);
    expect(lines.slice(4, 6)).toEqual([
      'plan: LazyFrame, lazy, not in the memory of the kernel',
      'by_size: DataFrame, lazy, not in the memory of the kernel'
    ]);
  });
});

it('imports nothing that the kernel has not imported', async () => {
  const python = new PythonProcess(tmpdir(), { libraries: true });
  try {
    const notebook = new FakeNotebook({
      onInspect: code => python.inspect(code)
    });
    await python.run(
      'import polars as pl\nbirds = pl.DataFrame({"n": [1, None], "word": ["a", "b"]})\nplan = birds.lazy()'
    );
    const modules = (): Promise<string> =>
      python.inspect('import sys; print(sorted(sys.modules))');
    const before = await modules();
    expect(before).not.toContain("'pandas'");
    const { text } = await inspection.run({}, { notebook });
    expect(text).toContain('birds: DataFrame 2 rows × 2 columns');
    await resource.run({}, { notebook });
    expect(await modules()).toBe(before);
  } finally {
    python.dispose();
  }
});

/**
 * Stand-ins for libraries too large to install for a test, with their public
 * attributes. Reading any other attribute is recorded in `touched` and raises
 * an error.
 */
const STAND_INS = `
touched = []

class Given:
    """A plain thing with attributes."""
    def __init__(self, **attributes):
        self.__dict__.update(attributes)

def spark_frame(schema):
    def read(self, attribute):
        if attribute == 'schema':
            return schema
        touched.append(attribute)
        raise AssertionError('computed ' + attribute)
    def size(self):
        touched.append('__len__')
        raise AssertionError('computed its length')
    return type('DataFrame', (), {'__module__': 'pyspark.sql.classic.dataframe', '__getattribute__': read, '__len__': size})()

def field(name, type):
    return Given(name=name, dataType=Given(simpleString=lambda: type))

spark = spark_frame(Given(fields=[field('id', 'bigint'), field('name', 'string')]))

import sys
Tensor = type('Tensor', (), {'__module__': 'torch', 'shape': (2, 3), 'dtype': 'torch.float32', 'device': 'cuda:0',
    'element_size': lambda self: 4, 'nelement': lambda self: 6})
sys.modules['torch'] = Given(Tensor=Tensor)
weights = Tensor()

from collections import Counter, deque
counts, queue = Counter('aab'), deque([1, 2])
`;

describe('Spark, torch and containers', () => {
  let python: PythonProcess;
  let notebook: FakeNotebook;

  beforeAll(async () => {
    python = new PythonProcess(tmpdir());
    notebook = new FakeNotebook({ onInspect: code => python.inspect(code) });
    expect((await python.run(STAND_INS)).status).toBe('ok');
  });

  afterAll(() => python.dispose());

  afterEach(async () => {
    expect(await python.inspect('print(touched)')).toBe('[]\n');
  });

  it('are told by names, types and shapes', async () => {
    const { text } = await inspection.run(
      { names: ['spark', 'weights', 'counts', 'queue'] },
      { notebook }
    );
    expect(text.split('\n')).toEqual([
      'spark: DataFrame 2 columns, rows not counted (a Spark frame, nothing was computed)',
      '  "id": bigint',
      '  "name": string',
      'weights: Tensor (2, 3) torch.float32 (on cuda:0)',
      'counts: Counter (2)',
      'queue: deque (2)'
    ]);
  });

  it('are measured where they are in memory', async () => {
    const { text } = await resource.run(
      { dataframes: ['spark', 'weights'] },
      { notebook }
    );
    expect(text.split('\n').slice(0, 2)).toEqual([
      'weights: Tensor, 24 B, on cuda:0',
      'spark: DataFrame, lazy, not in the memory of the kernel'
    ]);
  });
});
