/** Something a server has to read. */
export interface IMcpResource {
  server: string;
  uri: string;
  name: string;
  description?: string;
  mimeType?: string;
}

/** An address with gaps (RFC 6570) that becomes a resource. */
export interface IMcpResourceTemplate {
  server: string;
  uriTemplate: string;
  /** Names of the gaps, in order. */
  arguments: readonly string[];
  name: string;
  description?: string;
  mimeType?: string;
}

/** What reading a resource brought; a part is text or base64. */
export interface IMcpResourcePart {
  uri: string;
  mimeType?: string;
  text?: string;
  blob?: string;
}

export interface IMcpPrompt {
  server: string;
  name: string;
  title?: string;
  description?: string;
  arguments: readonly {
    name: string;
    description?: string;
    required: boolean;
  }[];
}

/** What a prompt became: texts, in order, with who is to have said them. */
export interface IMcpPromptMessage {
  role: 'user' | 'assistant';
  text: string;
}
