import { mayReadNotebooks } from './execute-tool-call';

it.each([
  '!jupyter nbconvert a.ipynb',
  '  %run a',
  'files = !ls',
  'a, b = %sql select 1',
  'x[0] = !ls',
  'df = 1\n\t!ls',
  'x = 1\n%%bash\nls',
  'import nbformat',
  'import subprocess',
  'os.system("ls")',
  'list(Path(".").glob("*"))',
  'open("a")'
])('may read notebooks: %j', code => expect(mayReadNotebooks(code)).toBe(true));

it.each([
  'x = 1',
  'a = b % c',
  'x != y',
  'print("100 %")',
  'penguins.groupby("species").mean(numeric_only=True)',
  'if not a != b:\n    pass'
])('reads none: %j', code => expect(mayReadNotebooks(code)).toBe(false));
