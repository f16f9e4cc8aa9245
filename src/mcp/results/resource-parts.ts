import { UriTemplate } from '@modelcontextprotocol/client';

import type {
  IMcpPrompt,
  IMcpPromptMessage,
  IMcpResource,
  IMcpResourcePart,
  IMcpResourceTemplate
} from '../../contract';
import { cleanLine, cleanText } from '../wire/clean-text';
import { isRecord } from '../../contract/util/is-record';

const MAX_NAME = 100;
const MAX_DESCRIPTION = 500;
/** Maximum number of arguments of a prompt; each is a field of a form. */
const MAX_ARGUMENTS = 50;

/** A listed resource; null for an invalid entry. */
export function resourceOf(
  entry: Record<string, unknown>,
  server: string
): IMcpResource | null {
  return typeof entry.uri === 'string'
    ? { server, uri: entry.uri, ...labels(entry, entry.uri) }
    : null;
}

/** A listed template; null if it cannot be filled in. */
export function templateOf(
  entry: Record<string, unknown>,
  server: string
): IMcpResourceTemplate | null {
  const { uriTemplate } = entry;
  if (typeof uriTemplate !== 'string') {
    return null;
  }
  try {
    const { variableNames } = new UriTemplate(uriTemplate);
    if (variableNames.length > MAX_ARGUMENTS) {
      return null;
    }
    return {
      server,
      uriTemplate,
      arguments: variableNames,
      ...labels(entry, uriTemplate)
    };
  } catch (error) {
    console.warn('Cellwright: a template cannot be read', error);
    return null;
  }
}

export function promptOf(
  entry: Record<string, unknown>,
  server: string
): IMcpPrompt | null {
  if (typeof entry.name !== 'string') {
    return null;
  }
  const given = Array.isArray(entry.arguments) ? entry.arguments : [];
  return {
    server,
    name: entry.name,
    title: cleanLine(entry.title, MAX_NAME) || undefined,
    description: cleanText(entry.description, MAX_DESCRIPTION) || undefined,
    arguments: given
      .slice(0, MAX_ARGUMENTS)
      .filter(isRecord)
      .flatMap(each =>
        typeof each.name === 'string'
          ? {
              name: each.name,
              description:
                cleanText(each.description, MAX_DESCRIPTION) || undefined,
              required: each.required === true
            }
          : []
      )
  };
}

/** The parts of a resource that was read. */
export function resourceParts(result: unknown): IMcpResourcePart[] {
  const contents = isRecord(result) ? result.contents : undefined;
  return (Array.isArray(contents) ? contents : [])
    .filter(isRecord)
    .map(({ uri, mimeType, text, blob }) => ({
      uri: String(uri),
      ...(typeof mimeType === 'string' && { mimeType }),
      ...(typeof text === 'string' && { text }),
      ...(typeof blob === 'string' && { blob })
    }));
}

/** The messages of a rendered prompt; content other than text is mentioned. */
export function promptMessages(result: unknown): IMcpPromptMessage[] {
  const messages = isRecord(result) ? result.messages : undefined;
  return (Array.isArray(messages) ? messages : [])
    .filter(isRecord)
    .map(({ role, content }) => ({
      role: role === 'assistant' ? 'assistant' : 'user',
      text: contentText(content)
    }));
}

function contentText(content: unknown): string {
  if (!isRecord(content)) {
    return '';
  }
  if (content.type === 'text') {
    return String(content.text);
  }
  const { resource } = content;
  return isRecord(resource) && typeof resource.text === 'string'
    ? `[${String(resource.uri)}]\n${resource.text}`
    : `[${String(content.type)}]`;
}

function labels(
  { name, title, description, mimeType }: Record<string, unknown>,
  otherwise: string
): { name: string; description?: string; mimeType?: string } {
  return {
    name: cleanLine(title ?? name, MAX_NAME) || cleanLine(otherwise, MAX_NAME),
    description: cleanText(description, MAX_DESCRIPTION) || undefined,
    ...(typeof mimeType === 'string' && { mimeType })
  };
}
