import {
  type IMcpPrompt,
  type IMcpPromptMessage,
  type IMcpResource,
  type IMcpResourcePart,
  type IMcpResourceTemplate,
  type IMcpServers,
  WorkspaceError
} from '../../contract';

/**
 * The part of `IMcpServers` that the message box and the engine use for
 * attachments.
 */
export class FakeMcpServers implements Pick<
  IMcpServers,
  | 'fillTemplate'
  | 'prompt'
  | 'prompts'
  | 'readResource'
  | 'resources'
  | 'resourceTemplates'
> {
  /** What was read, in order, as `server uri`. */
  readonly read: string[] = [];
  /** Prompts that were requested, in order. */
  readonly asked: { name: string; args: Record<string, string> }[] = [];
  listed: IMcpResource[] = [];
  templates: IMcpResourceTemplate[] = [];
  offered: IMcpPrompt[] = [];
  /** The text of each prompt. */
  said: IMcpPromptMessage[] = [];

  /** @param _contents content by address. */
  constructor(
    private readonly _contents: Record<string, IMcpResourcePart[]> = {}
  ) {}

  async resources(): Promise<readonly IMcpResource[]> {
    return this.listed;
  }

  async resourceTemplates(): Promise<readonly IMcpResourceTemplate[]> {
    return this.templates;
  }

  async readResource(
    name: string,
    uri: string
  ): Promise<readonly IMcpResourcePart[]> {
    this.read.push(`${name} ${uri}`);
    const parts = this._contents[uri];
    if (!parts) {
      throw new WorkspaceError('not-found', `${uri} is not there.`);
    }
    return parts;
  }

  /** Supports only `{name}`. */
  fillTemplate(uriTemplate: string, values: Record<string, string>): string {
    return uriTemplate.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(values[name] ?? '')
    );
  }

  async prompts(): Promise<readonly IMcpPrompt[]> {
    return this.offered;
  }

  async prompt(
    _server: string,
    name: string,
    args: Record<string, string>
  ): Promise<readonly IMcpPromptMessage[]> {
    this.asked.push({ name, args });
    return this.said;
  }
}
