import { ModelFault } from '../../contract';
import { isAbort, tidy, modelFault } from './model-fault';
import { isMixedContent } from '../transport/ask-model';

const fault = new ModelFault('rate-limit', 'Slow down', { retryAfter: 100 });

/** An error with additional properties. */
function error(message: string, more: object = {}): Error {
  return Object.assign(new Error(message), more);
}

describe('toModelFault', () => {
  it('finds the fault that others have wrapped, however deep', () => {
    const carried = error('Connection error.', {
      fault
    });
    const wrapped = error('Middleware failed', { cause: carried });
    expect(modelFault(fault)).toBe(fault);
    expect(modelFault(wrapped)).toBe(fault);
  });

  it('knows a fault of another copy of our code by its marker', () => {
    const foreign = { ...fault, code: 'rate-limit', marker: fault.marker };
    expect(modelFault(error('x', { cause: foreign }))).toBe(foreign);
  });

  it('reads the status of an error that an SDK made', () => {
    const created = error('401 Unauthorized', {
      status: 401,
      error: { message: 'Bad key' }
    });
    expect(modelFault(created)).toMatchObject({
      code: 'wrong-key',
      detail: 'Bad key'
    });
  });

  it('knows what LangChain says of a conversation that is too long', () => {
    const created = error('too many', { name: 'ContextOverflowError' });
    expect(modelFault(created).code).toBe('context-too-long');
  });

  it('makes a fault of anything, and ends with a circle of causes', () => {
    const circle: Error = error('one');
    Object.assign(circle, { cause: error('two', { cause: circle }) });
    expect(modelFault(circle)).toMatchObject({
      code: 'other',
      detail: 'one'
    });
    expect(modelFault('text').detail).toBe('text');
    expect(modelFault(undefined).code).toBe('other');
  });
});

it('isAbort is true for a stop, also a wrapped one, and for nothing else', () => {
  const stop = new DOMException('stopped', 'AbortError');
  expect(isAbort(stop)).toBe(true);
  expect(isAbort(error('x', { cause: stop }))).toBe(true);
  expect(isAbort(new Error('Aborted'))).toBe(true);
  expect(isAbort(fault)).toBe(false);
  expect(isAbort(undefined)).toBe(false);
});

describe('tidy', () => {
  it('takes out what looks like a key, even an unknown one', () => {
    const text = tidy(
      'Key sk-proj-abc*****xyz9 and Authorization: Bearer abcdef123456 fail'
    );
    expect(text).toBe('Key [key] and Authorization: Bearer [key] fail');
  });

  it('gives one bounded line', () => {
    expect(tidy('a\n  b')).toBe('a b');
    expect(tidy('x'.repeat(10_000)).length).toBe(500);
  });
});

it.each([
  ['http://example.org/v1', 'https:', true],
  ['http://192.168.1.4:8000/v1', 'https:', true],
  ['http://localhost:8000/v1', 'https:', false],
  ['http://127.0.0.1:8000/v1', 'https:', false],
  ['http://[::1]:8000/v1', 'https:', false],
  ['https://example.org/v1', 'https:', false],
  ['http://example.org/v1', 'http:', false]
])('isMixedContent of %s on a page by %s is %s', (url, page, expected) => {
  expect(isMixedContent(url, page)).toBe(expected);
});
