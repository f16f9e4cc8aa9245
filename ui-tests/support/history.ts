/** A request in OpenAI's chat-completions form. */
export interface IChatRequest {
  model: string;
  messages: IChatMessage[];
  tools?: unknown[];
}

export interface IChatMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content?: string | IContentPart[] | null;
  tool_calls?: {
    id: string;
    type: string;
    function: { name: string; arguments: string };
  }[];
  tool_call_id?: string;
}

export interface IContentPart {
  type: string;
  text?: string;
  image_url?: { url: string };
}

/**
 * Why the strictest provider would refuse a history; empty if it accepts it.
 * Each tool call must have exactly one answer, in order and directly after it;
 * ids must be unique; images are allowed only in messages of the user.
 */
export function historyFaults(messages: IChatMessage[]): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  let open: string[] = [];
  messages.forEach((message, index) => {
    const at = `message ${index} (${message.role})`;
    if (message.role === 'tool') {
      const expected = open.shift();
      if (expected === undefined) {
        faults.push(`${at} answers no call`);
      } else if (message.tool_call_id !== expected) {
        faults.push(`${at} answers ${message.tool_call_id}, not ${expected}`);
      }
      if (textOf(message).trim() === '') {
        faults.push(`${at} is empty`);
      }
    } else if (open.length > 0) {
      faults.push(`${at} stands before the answers to ${open.join(', ')}`);
      open = [];
    }
    if (message.role === 'system' && index > 0) {
      faults.push(`${at} is not the first`);
    }
    if (message.role !== 'user' && hasImage(message)) {
      faults.push(`${at} holds an image`);
    }
    if (message.role === 'user' && textOf(message).trim() === '') {
      faults.push(`${at} is empty`);
    }
    if (message.role === 'assistant') {
      const calls = message.tool_calls ?? [];
      if (calls.length === 0 && textOf(message).trim() === '') {
        faults.push(`${at} says and calls nothing`);
      }
      for (const { id, function: called } of calls) {
        if (!id || seen.has(id)) {
          faults.push(`${at} has the call id ${id} a second time`);
        }
        seen.add(id);
        if (!isJsonObject(called.arguments)) {
          faults.push(`${at} calls ${called.name} with what is no object`);
        }
      }
      open = calls.map(each => each.id);
    }
  });
  if (open.length > 0) {
    faults.push(`the history ends before the answers to ${open.join(', ')}`);
  }
  return faults;
}

/** The text of a message, without its images. */
export function textOf({ content }: IChatMessage): string {
  return typeof content === 'string'
    ? content
    : (content ?? []).map(part => part.text ?? '').join('\n');
}

/** The answers of tools, in order, without their envelopes. */
export function toolTexts(messages: IChatMessage[]): string[] {
  return messages
    .filter(({ role }) => role === 'tool')
    .map(message =>
      textOf(message).replace(/^<data from="[^"]*">\n([^]*)\n<\/data>$/, '$1')
    );
}

/** What the person wrote, in order, without the attached context. */
export function personTexts(messages: IChatMessage[]): string[] {
  return messages
    .filter(({ role }) => role === 'user')
    .map(message =>
      textOf(message).replace(/\n\n<context>[^]*<\/context>$/, '')
    );
}

/** Names of the tools that a request offers, sorted. */
export function toolNames({ tools = [] }: IChatRequest): string[] {
  return tools
    .map(tool => (tool as { function: { name: string } }).function.name)
    .sort();
}

/** The data URLs of the images in a message. */
export function imagesOf({ content }: IChatMessage): string[] {
  return typeof content === 'string'
    ? []
    : (content ?? []).flatMap(part => part.image_url?.url ?? []);
}

function hasImage(message: IChatMessage): boolean {
  return imagesOf(message).length > 0;
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    // Not JSON at all.
    return false;
  }
}
