import type { CardBody } from '../../contract';

/** The text in the middle of a card, which Edit changes. */
export function bodyText(body: CardBody): string {
  switch (body.kind) {
    case 'code':
    case 'diff':
    case 'file':
    case 'command':
    case 'unclear':
    case 'arguments':
      return body.text;
    case 'cells':
      return body.cells.map(({ source }) => source).join('\n');
    case 'question':
      return body.question;
  }
}

/** The text that a card's text is compared with; null if there is none. */
export function bodyBefore(body: CardBody): string | null {
  return body.kind === 'diff' || body.kind === 'file' ? body.before : null;
}
