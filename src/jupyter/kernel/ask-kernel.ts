import { type Kernel, KernelMessage } from '@jupyterlab/services';
import { UUID } from '@lumino/coreutils';

export type ExecuteFuture = ReturnType<
  Kernel.IKernelConnection['requestExecute']
>;

/** How the ids of our questions begin, those of other tabs as well. */
const OURS = 'cellwright-asks-';

/**
 * Runs our own fixed code, which changes nothing: it is not kept in the history,
 * asks for nothing, and what the person queues behind it runs even if it raises.
 */
export function askKernel(
  kernel: Kernel.IKernelConnection,
  content: Pick<
    KernelMessage.IExecuteRequestMsg['content'],
    'code' | 'silent' | 'user_expressions'
  >
): ExecuteFuture {
  return requestExecute(
    kernel,
    {
      ...content,
      store_history: false,
      allow_stdin: false,
      stop_on_error: false
    },
    { msgId: `${OURS}${UUID.uuid4()}` }
  );
}

/**
 * Asked with what is not to stay in the history. IPython (seen with 9.18) keeps
 * what such code prints as if the input that comes next had printed it, and
 * hands it out as that; nothing of an input that has not begun yet is its own.
 */
export function leavesNothing(language: string): Record<string, string> {
  return language === 'python' ? { cellwright_leaves: FORGET } : {};
}

const FORGET =
  "(lambda s: getattr(s.history_manager, 'outputs', {}).pop(s.execution_count, None) and None)(__import__('IPython').get_ipython())";

/** Whether what a kernel says is of such a question: nothing else came of it. */
export function isOurQuestion(message: KernelMessage.IMessage): boolean {
  const { msg_id } = message.parent_header as { msg_id?: unknown };
  return typeof msg_id === 'string' && msg_id.startsWith(OURS);
}

/** As the kernel's own `requestExecute`, which takes no id. */
export function requestExecute(
  kernel: Kernel.IKernelConnection,
  content: KernelMessage.IExecuteRequestMsg['content'],
  options: {
    msgId: string | undefined;
    disposeOnDone?: boolean;
    metadata?: Parameters<Kernel.IKernelConnection['requestExecute']>[2];
  }
): ExecuteFuture {
  const message = KernelMessage.createMessage<KernelMessage.IExecuteRequestMsg>(
    {
      msgType: 'execute_request',
      channel: 'shell',
      msgId: options.msgId,
      username: kernel.username,
      session: kernel.clientId,
      subshellId: kernel.subshellId ?? undefined,
      content: {
        silent: false,
        store_history: true,
        user_expressions: {},
        allow_stdin: true,
        ...content
      },
      metadata: options.metadata
    }
  );
  return kernel.sendShellMessage(
    message,
    true,
    options.disposeOnDone ?? true
  ) as ExecuteFuture;
}
