/** Whether a statement changes nothing, so that it may go to a reader or be sent again. */
export const isRead = (sql: string): boolean =>
  /^\s*select\b/i.test(sql) || (/^\s*with\b/i.test(sql) && !/\b(insert|update|delete)\b/i.test(sql))
