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

  /**
   * The content of a file, a notebook's as JSON; null if there is none.
   *
   * A notebook is read as text: a server that finds one half written while it
   * reads it as a notebook puts the version before in its place
   * (`FileManagerMixin._read_notebook` of `jupyter_server`).
   */
  async read(name: string): Promise<string | null> {
    const isNotebook = name.endsWith('.ipynb');
    const response = await this._request.get(this._at(name), {
      params: isNotebook ? { type: 'file', format: 'text' } : {}
    });
    if (!response.ok()) {
      return null;
    }
    const { content } = (await response.json()) as { content: string };
    return isNotebook ? compact(content) : content;
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

/** JSON in one line; as it is if only a part of it is written. */
function compact(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return json;
  }
}
