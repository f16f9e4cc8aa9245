import type {
  IMcpQuestion,
  InterruptAnswer,
  InterruptRequest,
  ITranslator,
  McpAnswer
} from '../../contract';

/**
 * A server's question as a card: a form, a page that opens with a click, or
 * whether the person is done with such a page. It is not checked yet: a server
 * may send anything.
 *
 * @param tool the tool of ours whose call asks.
 */
export function serverQuestion(
  question: IMcpQuestion,
  tool: string,
  trans: ITranslator,
  address: { interrupt_id: string; step_id: string }
): InterruptRequest {
  const { server, host, message } = question;
  const common = { ...address, node_ref: tool, text: message };
  if (question.mode === 'form') {
    return {
      ...common,
      kind: 'form',
      title: trans.__('“%1” asks you', server),
      schema: question.schema as { type: 'object' },
      asker: { server, host }
    };
  }
  const { url } = question;
  if (question.mode === 'done') {
    return {
      ...common,
      kind: 'confirm',
      title: trans.__('Are you done at %1?', new URL(url).host),
      text: trans.__(
        '“%1” accepts the call only once you are done. Nothing is sent until you answer.',
        server
      ),
      yes: trans.__('Send the call again'),
      no: trans.__('Decline'),
      asker: { server, host }
    };
  }
  return {
    ...common,
    kind: 'confirm',
    title: trans.__('“%1” asks you to open a page', server),
    yes: trans.__('Open %1', new URL(url).host),
    no: trans.__('Decline'),
    asker: { server, host, url }
  };
}

/** The person's answer in the form the server gets. */
export function serverAnswer(answer: InterruptAnswer | null): McpAnswer {
  if (!answer || 'cancelled' in answer) {
    return { action: answer?.why === 'declined' ? 'decline' : 'cancel' };
  }
  if ('confirmed' in answer) {
    return { action: answer.confirmed ? 'accept' : 'decline' };
  }
  return 'values' in answer
    ? { action: 'accept', values: answer.values }
    : { action: 'cancel' };
}
