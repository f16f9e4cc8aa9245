import { type ModelFaultCode, ENGLISH, ModelFault } from '../../contract';
import { explainFault } from './explain-fault';

const CODES: [ModelFaultCode, chooseModel: boolean][] = [
  ['wrong-key', true],
  ['unknown-model', true],
  ['unreachable', true],
  ['redirect', true],
  ['mixed-content', true],
  ['rate-limit', false],
  ['server-error', false],
  ['context-too-long', true],
  ['cut-stream', false],
  ['nothing-came', true],
  ['not-json', true],
  ['empty-answer', false],
  ['refused', true],
  ['other', true]
];

describe('explainFault', () => {
  it.each(CODES)(
    'says in at most three sentences what "%s" is (choose another: %s)',
    (code, chooseModel) => {
      const error = explainFault(
        new ModelFault(code, 'Something went wrong here.', {
          host: 'gpu.example.org:8000',
          model: 'qwen3'
        }),
        ENGLISH
      );
      expect(error.code).toBe(code);
      expect(error.retryable).toBe(true);
      expect(Boolean(error.chooseModel)).toBe(chooseModel);
      expect(error.title).toMatch(/\.$/);
      expect(error.text.split(/[.!?]”? (?=[A-Z])/).length).toBeLessThan(4);
      expect(error.text).toMatch(/[.”]$/);
      expect(error.text + error.title).not.toMatch(/undefined|%\d|!/);
    }
  );

  it('says how to let a page in, for a server that can’t be reached', () => {
    const { text } = explainFault(new ModelFault('unreachable', ''), ENGLISH);
    for (const word of [
      'CORS',
      '--allowed-origins',
      'LM Studio',
      'OLLAMA_ORIGINS',
      'llama.cpp',
      'jupyter-server-proxy'
    ]) {
      expect(text).toContain(word);
    }
  });

  describe('on a page that came from a hub', () => {
    const page = globalThis as { location?: unknown };

    beforeEach(() => {
      page.location = { host: 'hub.example.org', protocol: 'https:' };
    });

    afterEach(() => {
      delete page.location;
    });

    it.each([
      ['localhost:11434', true],
      ['127.0.0.1:8000', true],
      ['192.168.1.4:1234', true],
      ['gpu.local', true],
      ['api.openai.com', false],
      ['10.example.org', false]
    ])(
      'explains the permission for the local network, for %s: %s',
      (host, local) => {
        const fault = new ModelFault('unreachable', '', { host });
        const { text } = explainFault(fault, ENGLISH);
        expect(text.includes('Local network access')).toBe(local);
        expect(text).toContain('CORS');
        expect(text).toContain('OLLAMA_ORIGINS');
        expect(text).not.toMatch(/%\d/);
        expect(text.split(/[.!?]”? (?=[A-Z])/).length).toBeLessThan(4);
      }
    );

    it('does not speak of it on a page of the same machine', () => {
      page.location = { host: 'localhost:8888', protocol: 'http:' };
      const fault = new ModelFault('unreachable', '', {
        host: 'localhost:11434'
      });
      expect(explainFault(fault, ENGLISH).text).not.toContain(
        'Local network access'
      );
    });
  });

  it('says how long to wait, where the server told', () => {
    const after = (retryAfter: number): string =>
      explainFault(new ModelFault('rate-limit', '', { retryAfter }), ENGLISH)
        .text;
    expect(after(100)).toContain('1 second.');
    expect(after(20_000)).toContain('20 seconds');
    expect(after(300_000)).toContain('5 minutes');
  });

  it('points to the base URL for a path that does not exist', () => {
    const missing = new ModelFault('other', 'Not Found', { status: 404 });
    expect(explainFault(missing, ENGLISH)).toMatchObject({
      retryable: true,
      chooseModel: true,
      text: expect.stringContaining('base URL')
    });
  });
});
