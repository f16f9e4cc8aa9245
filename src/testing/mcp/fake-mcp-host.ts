import {
  ENGLISH,
  type IMcpHost,
  type IMcpQuestion,
  type IMcpServerSetting,
  type McpAnswer
} from '../../contract';
import { pageFetch } from './page-fetch';

/** Where the page of the tests lies. */
export const PAGE = 'http://localhost:8888/lab';

/** A page that answers questions as it is told, and keeps tokens in memory. */
export class FakeMcpHost implements IMcpHost {
  page = PAGE;
  base = 'http://localhost:8888/';
  trans = ENGLISH;
  fetch = pageFetch('http://localhost:8888');
  callback: string | undefined;
  readonly questions: IMcpQuestion[] = [];
  readonly kept = new Map<string, string>();
  readonly opened: string[] = [];
  /** Headers by name of the server. */
  readonly keys: Record<string, Record<string, string>> = {};
  /** What the callback page is given; follows the redirect where not set. */
  comesBack: ((url: URL) => Promise<URLSearchParams>) | undefined;
  readonly tokens = {
    load: async (place: string) => this.kept.get(place),
    save: async (place: string, text: string | undefined) => {
      if (text === undefined) {
        this.kept.delete(place);
      } else {
        this.kept.set(place, text);
      }
    }
  };

  answer: (question: IMcpQuestion) => Promise<McpAnswer> | McpAnswer = () => ({
    action: 'decline'
  });

  asks = true;

  /** For the context of a call. */
  ask = async (question: IMcpQuestion): Promise<McpAnswer> => {
    this.questions.push(question);
    return this.answer(question);
  };

  openSignIn = async (url: URL): Promise<URLSearchParams> => {
    this.opened.push(url.host);
    if (this.comesBack) {
      return this.comesBack(url);
    }
    // A window of its own: no page reads it.
    const response = await fetch(url, { redirect: 'manual' });
    return new URL(response.headers.get('location') ?? '').searchParams;
  };

  async headers({ name }: IMcpServerSetting): Promise<Record<string, string>> {
    return this.keys[name] ?? {};
  }
}

export { mcpSetting } from './mcp-setting';
