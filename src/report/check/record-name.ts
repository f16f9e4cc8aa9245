/** Name of the record inside a report that is a page or a notebook. */
export const RECORD_NAME = 'cellwright-report';
