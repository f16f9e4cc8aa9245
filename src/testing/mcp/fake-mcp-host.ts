import {
  ENGLISH,
  type IMcpHost,
  type IMcpQuestion,
  type IMcpServerSetting,
  type McpAnswer
} from '../../contract';
import { pageFetch } from './page-fetch';

/** Address of the tests' page. */
export const PAGE = 'http://localhost:8888/lab';

/** A page that answers questions as a spec says, and keeps tokens in memory. */
export class FakeMcpHost implements IMcpHost {
  page = PAGE;
  base = 'http://localhost:8888/';
  trans = ENGLISH;
  fetch = pageFetch('http://localhost:8888');
  callback: string | undefined;
  readonly questions: IMcpQuestion[] = [];
  readonly kept = new Map<string, string>();
  readonly opened: string[] = [];
  /** Headers, by name of the server. */
  readonly keys: Record<string, Record<string, string>> = {};
  /** Secrets of clients, by name of the server. */
  readonly secrets: Record<string, string> = {};
  /** Parameters for the callback page; by default the redirect is followed. */
  comesBack: ((url: URL) => Promise<URLSearchParams>) | undefined;
  tokens = {
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

  /** Answers a question in the context of a call. */
  ask = async (question: IMcpQuestion): Promise<McpAnswer> => {
    this.questions.push(question);
    return this.answer(question);
  };

  openSignIn = async (url: URL): Promise<URLSearchParams> => {
    this.opened.push(url.host);
    if (this.comesBack) {
      return this.comesBack(url);
    }
    // Happens in a window of its own, so the page's CORS rules do not apply.
    const response = await fetch(url, { redirect: 'manual' });
    return new URL(response.headers.get('location') ?? '').searchParams;
  };

  async clientSecret({ name }: IMcpServerSetting): Promise<string | undefined> {
    return this.secrets[name];
  }

  async headers({ name }: IMcpServerSetting): Promise<Record<string, string>> {
    return this.keys[name] ?? {};
  }
}

export { mcpSetting } from './mcp-setting';
