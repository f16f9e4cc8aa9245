import {
  SdkError,
  SdkErrorCode,
  SdkHttpError
} from '@modelcontextprotocol/client';

import { cleanText } from './clean-text';

/**
 * Whether there was no answer in time. A stop looks the same, so check for that
 * first.
 */
export function isTimeout(error: unknown): boolean {
  return (
    error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout
  );
}

/** The HTTP status of an error response. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof SdkHttpError ? error.status : undefined;
}

/** An error's message, which comes from a third party, cut to a sentence. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return cleanText(text, 300);
}
