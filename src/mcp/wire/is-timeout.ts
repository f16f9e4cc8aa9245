import {
  SdkError,
  SdkErrorCode,
  SdkHttpError
} from '@modelcontextprotocol/client';

import { cleanText } from './clean-text';

/** Whether nothing came in time; a stop looks the same and is asked for first. */
export function isTimeout(error: unknown): boolean {
  return (
    error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout
  );
}

/** HTTP status of an answer that was an error. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof SdkHttpError ? error.status : undefined;
}

/** Words of an error, of another party, cut to a sentence. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return cleanText(text, 300);
}
