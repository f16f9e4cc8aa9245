/** Name of the record of a report within a page or a notebook. */
export const RECORD_NAME = 'cellwright-report';
