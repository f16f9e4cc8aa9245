import { ENGLISH, ThreadError, WorkspaceError } from '../../contract';
import { explainRunError } from '../errors';

describe('what ended a run, told to a person', () => {
  it.each([
    ['notebook-closed', 'Cellwright needs a notebook.'],
    // Perhaps nobody is logged in any more; a notebook is there.
    ['failed', 'Cellwright cannot continue yet.'],
    ['not-found', 'Cellwright cannot continue yet.']
  ] as const)('%s: %s', (code, title) => {
    const error = new WorkspaceError(code, 'Log in again.');
    expect(explainRunError(error, ENGLISH)).toEqual({
      code,
      title,
      text: 'Log in again.',
      retryable: true
    });
  });

  it.each([
    [false, 'The conversation could not be saved.', true],
    // Trying again does not help, so it is not offered.
    [true, 'The conversation could not be read.', false]
  ])('a record that is damaged (%s): %s', (damaged, title, retryable) => {
    const error = new ThreadError('Go on in a new one.', { damaged });
    expect(
      explainRunError(new Error('wrapped', { cause: error }), ENGLISH)
    ).toEqual({
      code: 'storage',
      title,
      text: 'Go on in a new one.',
      retryable
    });
  });
});
