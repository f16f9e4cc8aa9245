import { tmpdir } from 'node:os';

import { FakeNotebook } from '../../testing/fake-notebook';
import { PythonProcess } from '../../testing/python-process';
import { checkResource } from '../check-resource';
import { inspectVariables } from '../inspect-variables';
import { toolContext } from './tool-context';

jest.setTimeout(60_000);

/**
 * Libraries that are not installed, in the shape of their public attributes.
 * Every other attribute that is read goes into `touched` and raises.
 */
const STAND_INS = `
touched = []

def stand_in(module, kind, items=None, **attributes):
    def read(self, attribute):
        if attribute in attributes:
            return attributes[attribute]
        touched.append(kind + '.' + attribute)
        raise AssertionError('computed ' + attribute)
    def size(self):
        if items is None:
            touched.append(kind + '.__len__')
            raise AssertionError('computed its length')
        return items
    body = {'__module__': module, '__getattribute__': read, '__len__': size}
    body.update((key, None) for key in attributes)
    return type(kind, (), body)()

class Given:
    """A plain thing with attributes."""
    def __init__(self, **attributes):
        self.__dict__.update(attributes)

def field(name, type):
    return Given(name=name, type=type, dataType=Given(simpleString=lambda: type))

def polars_series(name, values, dtype):
    kept = [v for v in values if v is not None]
    return stand_in('polars.series.series', 'Series', items=len(values), name=name, dtype=dtype,
        null_count=lambda: len(values) - len(kept), n_unique=lambda: len(set(values)),
        head=lambda n: Given(to_list=lambda: values[:n]))

species = polars_series('species', ['Adelie', None, 'Gentoo', 'Adelie'], 'String')
birds = stand_in('polars.dataframe.frame', 'DataFrame', shape=(4, 1), get_columns=lambda: [species], estimated_size=lambda: 4096)
plan = stand_in('polars.lazyframe.frame', 'LazyFrame', collect_schema=lambda: {'species': 'String', 'mass': 'Float64'})

chunks = Given(type='string', null_count=1, slice=lambda at, n: Given(to_pylist=lambda: ['a', None, 'b']))
arrow = stand_in('pyarrow.lib', 'Table', num_rows=3, num_columns=1, nbytes=2048,
    schema=Given(field=lambda i: field('letter', 'string')), column=lambda i: chunks)

spark = stand_in('pyspark.sql.classic.dataframe', 'DataFrame',
    schema=Given(fields=[field('id', 'bigint'), field('name', 'string')]))

ddf = stand_in('dask.dataframe.dask_expr._collection', 'DataFrame', columns=['x', 'y'], dtypes=['int64', 'object'], npartitions=8)
blocks = stand_in('dask.array.core', 'Array', shape=(float('nan'), 3), dtype='float64', npartitions=4)

import sys
Tensor = type('Tensor', (), {'__module__': 'torch', 'shape': (2, 3), 'dtype': 'torch.float32', 'device': 'cuda:0',
    'element_size': lambda self: 4, 'nelement': lambda self: 6})
sys.modules['torch'] = Given(Tensor=Tensor)
weights = Tensor()

from collections import Counter, deque
counts, queue = Counter('aab'), deque([1, 2])
`;

const NAMES = [
  'birds',
  'species',
  'plan',
  'arrow',
  'spark',
  'ddf',
  'blocks',
  'weights',
  'counts',
  'queue'
];

describe('what is not pandas', () => {
  let python: PythonProcess;
  let notebook: FakeNotebook;

  beforeAll(async () => {
    python = new PythonProcess(tmpdir());
    notebook = new FakeNotebook({ onInspect: code => python.inspect(code) });
    expect((await python.run(STAND_INS)).status).toBe('ok');
  });

  afterAll(() => python.dispose());

  async function touched(): Promise<unknown> {
    return (await python.run('touched')).outputs;
  }

  it('is told by names, types and shapes; what is lazy is never computed', async () => {
    const { text } = await inspectVariables.run(
      { names: NAMES },
      toolContext({ notebook })
    );
    expect(text.split('\n')).toEqual([
      'birds: DataFrame 4 rows × 1 columns',
      `  "species": String, 1 missing, 2 distinct: 'Adelie', 'Gentoo'`,
      'species: Series (4) String',
      `  "species": String, 1 missing, 2 distinct: 'Adelie', 'Gentoo'`,
      'plan: LazyFrame 2 columns, rows not counted (lazy, nothing was computed)',
      '  "species": String',
      '  "mass": Float64',
      'arrow: Table 3 rows × 1 columns',
      `  "letter": string, 1 missing: 'a', 'b'`,
      'spark: DataFrame 2 columns, rows not counted (a Spark frame, nothing was computed)',
      '  "id": bigint',
      '  "name": string',
      'ddf: DataFrame 2 columns, rows not counted (8 partitions, nothing was computed)',
      '  "x": int64',
      '  "y": object',
      'blocks: Array (?, 3) float64 (4 partitions, nothing was computed)',
      'weights: Tensor (2, 3) torch.float32 (on cuda:0)',
      'counts: Counter (2)',
      'queue: deque (2)'
    ]);
    expect(await touched()).toMatchObject([{ data: { 'text/plain': '[]' } }]);
  });

  it('is told without a value where only schemas may be', async () => {
    const { text } = await inspectVariables.run(
      { names: NAMES },
      toolContext({ notebook, values: false })
    );
    expect(text).toContain('"species": String, 1 missing, 2 distinct\n');
    expect(text).not.toMatch(/Adelie|'a'/);
  });

  it('is measured where it is in memory, and not where it is lazy', async () => {
    const { text } = await checkResource.run(
      { dataframes: ['birds', 'plan', 'arrow', 'spark', 'ddf', 'weights'] },
      toolContext({ notebook })
    );
    expect(text.split('\n').slice(0, 6)).toEqual([
      'birds: DataFrame, 4.1 KB',
      'arrow: Table, 2.0 KB',
      'weights: Tensor, 24 bytes, on cuda:0',
      'plan: LazyFrame, lazy, not in the memory of the kernel',
      'spark: DataFrame, lazy, not in the memory of the kernel',
      'ddf: DataFrame, lazy, not in the memory of the kernel'
    ]);
    expect(await touched()).toMatchObject([{ data: { 'text/plain': '[]' } }]);
  });
});
