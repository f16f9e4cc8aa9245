/** Something that can be read from a server. */
export interface IMcpResource {
  server: string;
  uri: string;
  name: string;
  description?: string;
  mimeType?: string;
}

/** An address with placeholders (RFC 6570) that becomes a resource. */
export interface IMcpResourceTemplate {
  server: string;
  uriTemplate: string;
  /** Names of the placeholders, in order. */
  arguments: readonly string[];
  name: string;
  description?: string;
  mimeType?: string;
}

/** One part of a resource that was read: text or base64. */
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

/** One message of a rendered prompt: its text and its role. */
export interface IMcpPromptMessage {
  role: 'user' | 'assistant';
  text: string;
}
