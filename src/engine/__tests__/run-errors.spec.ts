import { ENGLISH, WorkspaceError } from '../../contract';
import { explainRunError } from '../errors';

describe('what ended a run, told to a person', () => {
  it.each([
    ['notebook-closed', 'Cellwright needs a notebook.'],
    // Nobody is logged in any more, say: a notebook is there.
    ['failed', 'Cellwright cannot go on yet.'],
    ['not-found', 'Cellwright cannot go on yet.']
  ] as const)('%s: %s', (code, title) => {
    const error = new WorkspaceError(code, 'Log in again.');
    expect(explainRunError(error, ENGLISH)).toEqual({
      code,
      title,
      text: 'Log in again.',
      retryable: true
    });
  });
});
