import { ENGLISH, isModelFault } from '../../contract';
import { explainFault } from '../errors/explain-fault';
import { resolveBaseUrl } from './resolve-base-url';

const PAGE = { origin: 'https://hub.example.org', base: '/user/ada/' };

describe('resolveBaseUrl', () => {
  it.each([
    ['http://localhost:8000/v1', 'http://localhost:8000/v1/models'],
    [' http://localhost:8000/v1/ ', 'http://localhost:8000/v1/models'],
    ['https://api.openai.com/v1//', 'https://api.openai.com/v1/models'],
    ['https://example.org', 'https://example.org/models'],
    ['/user/ada/proxy/8000/v1', `${PAGE.origin}/user/ada/proxy/8000/v1/models`]
  ])('takes %s', (text, expected) => {
    expect(`${resolveBaseUrl(text, PAGE).base}/models`).toBe(expected);
  });

  it('says in words what is wrong with an address, and none of its secrets', () => {
    let error: unknown;
    try {
      resolveBaseUrl('https://me:secret@example.org/v1', PAGE);
    } catch (thrown) {
      error = thrown;
    }
    expect(isModelFault(error) && error.code).toBe('address');
    expect(String((error as Error).message)).not.toContain('secret');
    expect(explainFault(error, ENGLISH)).toMatchObject({
      title: 'The base URL can’t be used.',
      text: expect.stringContaining('a user name or a password')
    });
  });

  it('has no path of its own where there is no page', () => {
    expect(() => resolveBaseUrl('/proxy/8000/v1')).toThrow('not-web');
  });
});
