/** Builds the record of a catalyst whose date moved. */
export const dateChange = (
  catalyst_id: string,
  changed_date: string,
  previous_value: string,
  new_value: string,
) => ({ catalyst_id, changed_date, field: 'formattedDate', previous_value, new_value });
