import { isModelFault } from '../../contract';
import { resolveBaseUrl, resourceUrl } from '../base-url';

const ORIGIN = 'https://hub.example.org';

describe('resolveBaseUrl', () => {
  it.each([
    ['http://localhost:8000/v1', 'http://localhost:8000/v1/models'],
    [' http://localhost:8000/v1/ ', 'http://localhost:8000/v1/models'],
    ['https://api.openai.com/v1//', 'https://api.openai.com/v1/models'],
    ['https://example.org', 'https://example.org/models'],
    ['/proxy/8000/v1', `${ORIGIN}/proxy/8000/v1/models`]
  ])('takes %s', (text, expected) => {
    expect(resourceUrl(resolveBaseUrl(text, ORIGIN), '/models')).toBe(expected);
  });

  it.each([
    '',
    '  ',
    'localhost:8000/v1',
    'example.org/v1',
    'ftp://example.org',
    'javascript:alert(1)',
    '//evil.example.org/v1',
    'https://me:secret@example.org/v1',
    'https://example.org/v1?key=secret',
    'https://example.org/v1#x',
    'me:secret@example.org'
  ])('refuses "%s" in a sentence without its secrets', text => {
    let error: unknown;
    try {
      resolveBaseUrl(text, ORIGIN);
    } catch (thrown) {
      error = thrown;
    }
    expect(isModelFault(error) && error.code).toBe('other');
    expect(String((error as Error).message)).toContain('base URL');
    expect(String((error as Error).message)).not.toContain('secret');
  });

  it('has no path of its own where there is no page', () => {
    expect(() => resolveBaseUrl('/proxy/8000/v1', undefined)).toThrow(
      'base URL'
    );
  });
});
