import {
  expect,
  type APIRequestContext,
  type APIResponse
} from '@playwright/test';

/** Files of a folder, accessed through the server and not through the page. */
export class Files {
  constructor(
    private readonly _request: APIRequestContext,
    private readonly _folder: string
  ) {}

  /** The content of a file, a notebook's as JSON; null if there is none. */
  async read(name: string): Promise<string | null> {
    const response = await this._request.get(this._at(name));
    if (!response.ok()) {
      return null;
    }
    const { content } = (await response.json()) as { content: unknown };
    return typeof content === 'string' ? content : JSON.stringify(content);
  }

  async write(name: string, content: string): Promise<void> {
    await this._request.put(this._at(name), {
      data: { type: 'file', format: 'text', content }
    });
  }

  /** Names of what is in the folder, sorted. */
  async names(): Promise<string[]> {
    let response: APIResponse | undefined;
    await expect
      .poll(
        async () => {
          response = await this._request.get(`api/contents/${this._folder}`);
          return response.ok();
        },
        { message: 'a list of the folder, which fails while a file goes' }
      )
      .toBe(true);
    const { content } = (await response!.json()) as {
      content: { name: string }[];
    };
    return content.map(({ name }) => name).sort();
  }

  private _at(name: string): string {
    return `api/contents/${this._folder}/${name}`;
  }
}
