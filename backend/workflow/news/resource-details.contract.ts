/** Names and ids as they are now (specification, section 3). */
export type ResourceDetails = Partial<
  Record<
    | 'tenant_id'
    | 'tenant_name'
    | 'location_id'
    | 'location_name'
    | 'slot_id'
    | 'slot_name'
    | 'user_id'
    | 'user_name'
    | 'player_id'
    | 'player_name'
    | 'approval_id'
    | 'alarm_rule_id'
    | 'about_kind'
    | 'about_id',
    string
  >
>
