-- Written by bin/baseline.mjs; what :created_at and :month_end are, backend/schema/baseline.ts says.

set local check_function_bodies = off;

CREATE FUNCTION add_up_totals(of_table text, of_tenant text) RETURNS void
    LANGUAGE plpgsql
    AS $$ begin
    if (select count(*) from (
      select 1 from present_totals where table_name = of_table and tenant_id = of_tenant limit 100) as first) = 100 then
      with gone as (
        delete from present_totals where table_name = of_table and tenant_id = of_tenant and nr = any (array(
          select nr from present_totals where table_name = of_table and tenant_id = of_tenant for update skip locked))
        returning total)
      insert into present_totals (table_name, tenant_id, total)
        select of_table, of_tenant, sum(total) from gone having count(*) > 0;
    end if; end $$;

CREATE FUNCTION approvals_answered() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin update notifications set open_until = new.updated_at where request_id = new.id and open_until > new.updated_at; return null; end $$;

CREATE FUNCTION audit_log_refuse() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin raise exception 'audit_log is append-only'; end $$;

CREATE FUNCTION location_day_sums_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin raise exception 'Sums of a day are written anew, never changed'; return null; end $$;

CREATE FUNCTION location_day_sums_less() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin update tenant_day_sums set places = places - 1, slots = slots - old.slots, hours_known = hours_known - old.hours_known, hours_expected = hours_expected - old.hours_expected, coin_in = coin_in - old.coin_in, coin_out = coin_out - old.coin_out, jackpot = jackpot - old.jackpot, bills_in = bills_in - old.bills_in, coins_in = coins_in - old.coins_in, ticket_in = ticket_in - old.ticket_in, electronic_in = electronic_in - old.electronic_in, ticket_out = ticket_out - old.ticket_out, electronic_out = electronic_out - old.electronic_out, hopper_out = hopper_out - old.hopper_out, handpaid_cancelled = handpaid_cancelled - old.handpaid_cancelled, total_drop = total_drop - old.total_drop, games_played = games_played - old.games_played, games_won = games_won - old.games_won where tenant_id = old.tenant_id and day = old.day and currency = old.currency;
    delete from tenant_day_sums where tenant_id = old.tenant_id and day = old.day and currency = old.currency and places = 0;
    update location_month_sets set days = days & ~(1::bigint << (substr(old.day, 9, 2)::int - 1)) where tenant_id = old.tenant_id and month = substr(old.day, 1, 7) and location_id = old.location_id and currency = old.currency and slot_set = old.slot_set;
    delete from location_month_sets where tenant_id = old.tenant_id and month = substr(old.day, 1, 7) and location_id = old.location_id and currency = old.currency and slot_set = old.slot_set and days = 0; return null; end $$;

CREATE FUNCTION location_day_sums_more() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into tenant_day_sums (tenant_id, day, currency, places, slots, hours_known, hours_expected, coin_in, coin_out, jackpot, bills_in, coins_in, ticket_in, electronic_in, ticket_out, electronic_out, hopper_out, handpaid_cancelled, total_drop, games_played, games_won)
      values (new.tenant_id, new.day, new.currency, 1, new.slots, new.hours_known, new.hours_expected, new.coin_in, new.coin_out, new.jackpot, new.bills_in, new.coins_in, new.ticket_in, new.electronic_in, new.ticket_out, new.electronic_out, new.hopper_out, new.handpaid_cancelled, new.total_drop, new.games_played, new.games_won)
      on conflict (tenant_id, day, currency) do update set places = tenant_day_sums.places + excluded.places, slots = tenant_day_sums.slots + excluded.slots, hours_known = tenant_day_sums.hours_known + excluded.hours_known, hours_expected = tenant_day_sums.hours_expected + excluded.hours_expected, coin_in = tenant_day_sums.coin_in + excluded.coin_in, coin_out = tenant_day_sums.coin_out + excluded.coin_out, jackpot = tenant_day_sums.jackpot + excluded.jackpot, bills_in = tenant_day_sums.bills_in + excluded.bills_in, coins_in = tenant_day_sums.coins_in + excluded.coins_in, ticket_in = tenant_day_sums.ticket_in + excluded.ticket_in, electronic_in = tenant_day_sums.electronic_in + excluded.electronic_in, ticket_out = tenant_day_sums.ticket_out + excluded.ticket_out, electronic_out = tenant_day_sums.electronic_out + excluded.electronic_out, hopper_out = tenant_day_sums.hopper_out + excluded.hopper_out, handpaid_cancelled = tenant_day_sums.handpaid_cancelled + excluded.handpaid_cancelled, total_drop = tenant_day_sums.total_drop + excluded.total_drop, games_played = tenant_day_sums.games_played + excluded.games_played, games_won = tenant_day_sums.games_won + excluded.games_won;
    insert into location_month_sets (tenant_id, month, location_id, currency, slot_set, days)
      values (new.tenant_id, substr(new.day, 1, 7), new.location_id, new.currency, new.slot_set, (1::bigint << (substr(new.day, 9, 2)::int - 1)))
      on conflict (tenant_id, month, location_id, currency, slot_set) do update set days = location_month_sets.days | excluded.days; return null; end $$;

CREATE FUNCTION locations_custom() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    if tg_op <> 'INSERT' then delete from custom_values where record_id = old.id; end if;
    if tg_op <> 'DELETE' then
      insert into custom_values (tenant_id, entity, key, value, record_id)
        select new.tenant_id, 'location', f.key, v.value, new.id
        from jsonb_each(coalesce(new.custom_folded, new.custom)::jsonb) f, jsonb_array_elements_text(
          case jsonb_typeof(f.value) when 'array' then f.value else jsonb_build_array(f.value) end) v(value)
        where new.custom is not null;
    end if;
    return null; end $$;

CREATE FUNCTION locations_history_gone() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin delete from location_rules where location_id = old.id; return null; end $$;

CREATE FUNCTION locations_history_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin if exists (select 1 from location_rules h where h.location_id = new.id and h.from_date = (select max(n.from_date) from location_rules n where n.location_id = new.id) and (h.time_zone is distinct from new.time_zone or h.gaming_day_start is distinct from new.gaming_day_start)) then if (case when new.rules_from > old.rules_from then new.rules_from end) is null then update location_rules set time_zone = new.time_zone, gaming_day_start = new.gaming_day_start where location_id = new.id and from_date = (select max(n.from_date) from location_rules n where n.location_id = new.id); else insert into location_rules (tenant_id, location_id, from_date, origin, time_zone, gaming_day_start) values (new.tenant_id, new.id, case when new.rules_from > old.rules_from then new.rules_from end, 'written', new.time_zone, new.gaming_day_start)
      on conflict (location_id, from_date) do update set time_zone = excluded.time_zone, gaming_day_start = excluded.gaming_day_start; end if; end if; return null; end $$;

CREATE FUNCTION locations_history_made() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into location_rules (tenant_id, location_id, from_date, origin, time_zone, gaming_day_start) values (new.tenant_id, new.id, '0001-01-01', 'written', new.time_zone, new.gaming_day_start)
      on conflict (location_id, from_date) do update set time_zone = excluded.time_zone, gaming_day_start = excluded.gaming_day_start; return null; end $$;

CREATE FUNCTION machine_commands_count() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      perform 1 from bulk_jobs j where j.id in (select n.bulk_job_id from now_is n join it_was o on o.id = n.id where n.result <> o.result) order by j.id for update;
      update bulk_jobs j set confirmed = j.confirmed + m.confirmed, in_game = j.in_game + m.in_game, refused = j.refused + m.refused, no_answer = j.no_answer + m.no_answer, to_be_told = j.to_be_told + m.to_be_told, replaced = j.replaced + m.replaced
        from (select n.bulk_job_id as id, count(*) filter (where n.result = 'confirmed') - count(*) filter (where o.result = 'confirmed') as confirmed, count(*) filter (where n.result = 'in_game') - count(*) filter (where o.result = 'in_game') as in_game, count(*) filter (where n.result = 'refused') - count(*) filter (where o.result = 'refused') as refused, count(*) filter (where n.result = 'no_answer') - count(*) filter (where o.result = 'no_answer') as no_answer, count(*) filter (where n.result = 'to_be_told') - count(*) filter (where o.result = 'to_be_told') as to_be_told, count(*) filter (where n.result = 'replaced') - count(*) filter (where o.result = 'replaced') as replaced from now_is n join it_was o on o.id = n.id where n.bulk_job_id is not null and n.result <> o.result group by 1) m where m.id = j.id;
      return null;
    end $$;

CREATE FUNCTION repair_decisions_answered() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin update notifications set open_until = new.at where request_id in (select id from repair_decisions where repair_id = new.repair_id and nr = new.nr - 1) and open_until > new.at; return null; end $$;

CREATE FUNCTION short_id() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into short_ids (id) values (new.id) on conflict (id) do nothing; return null; end $$;

CREATE FUNCTION slot_history_marked() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin update slots set held_since = new.valid_from where id = new.slot_id and held_since < new.valid_from; return null; end $$;

CREATE FUNCTION slot_searched() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op <> 'INSERT' then delete from slot_search where slot_nr = (select nr from short_ids where id = old.id); end if;
      if tg_op <> 'DELETE' then insert into slot_search (slot_nr, words, tenant_id, archived)
        values ((select nr from short_ids where id = new.id), new.search, new.tenant_id, case when new.archived_at is null then 0 else 1 end); end if;
      return null; end $$;

CREATE FUNCTION slot_sort_keys_removed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    delete from slot_sort_keys where id = old.id;
    return null; end $$;

CREATE FUNCTION slot_sort_keys_written() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    insert into slot_sort_keys (id, tenant_id, archived_at, serial, manufacturer, status, lock_state, created_at, updated_at, asset_no, machine_type, game_mix) values (new.id, new.tenant_id, new.archived_at, new.serial, new.manufacturer, new.status, new.lock_state, new.created_at, new.updated_at, new.asset_no, new.machine_type, new.game_mix)
      on conflict (id) do update set tenant_id = excluded.tenant_id, archived_at = excluded.archived_at, serial = excluded.serial, manufacturer = excluded.manufacturer, status = excluded.status, lock_state = excluded.lock_state, created_at = excluded.created_at, updated_at = excluded.updated_at, asset_no = excluded.asset_no, machine_type = excluded.machine_type, game_mix = excluded.game_mix;
    return null; end $$;

CREATE FUNCTION slots_came() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into present_totals (table_name, tenant_id, total)
        select 'slots', tenant_id, count(*) from changed where archived_at is null group by tenant_id; perform add_up_totals('slots', tenant_id)
      from (select distinct tenant_id from changed) as tenants; return null; end $$;

CREATE FUNCTION slots_custom() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    if tg_op <> 'INSERT' then delete from custom_values where record_id = old.id; end if;
    if tg_op <> 'DELETE' then
      insert into custom_values (tenant_id, entity, key, value, record_id)
        select new.tenant_id, 'slot', f.key, v.value, new.id
        from jsonb_each(coalesce(new.custom_folded, new.custom)::jsonb) f, jsonb_array_elements_text(
          case jsonb_typeof(f.value) when 'array' then f.value else jsonb_build_array(f.value) end) v(value)
        where new.custom is not null;
    end if;
    return null; end $$;

CREATE FUNCTION slots_history_gone() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin delete from slot_history where slot_id = old.id; return null; end $$;

CREATE FUNCTION slots_history_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin if exists (select 1 from slot_history h where h.slot_id = new.id and h.valid_from = (select max(n.valid_from) from slot_history n where n.slot_id = new.id)
      and (h.location_id is distinct from new.location_id or h.currency is distinct from new.currency or h.denomination_minor is distinct from new.denomination_minor or h.theoretical_rtp is distinct from new.theoretical_rtp or h.game_mix is distinct from new.game_mix or h.fastest_game_ms is distinct from new.fastest_game_ms or h.highest_bet is distinct from new.highest_bet or h.top_award is distinct from new.top_award or h.highest_note is distinct from new.highest_note)) then if (case when new.updated_at <> old.updated_at then greatest(new.updated_at,
      coalesce((select max(l.server_time + case when l.server_nano > 0 then 1 else 0 end) from counter_latest l where l.slot_id = new.id), 0),
      coalesce((select max(h.valid_from) from slot_history h where h.slot_id = new.id), 0)) end) is null then update slot_history set location_id = new.location_id, currency = new.currency, denomination_minor = new.denomination_minor, theoretical_rtp = new.theoretical_rtp, game_mix = new.game_mix, fastest_game_ms = new.fastest_game_ms, highest_bet = new.highest_bet, top_award = new.top_award, highest_note = new.highest_note where slot_id = new.id and valid_from = (select max(n.valid_from) from slot_history n where n.slot_id = new.id); else insert into slot_history (tenant_id, slot_id, valid_from, origin, location_id, currency, denomination_minor, theoretical_rtp, game_mix, fastest_game_ms, highest_bet, top_award, highest_note) values (new.tenant_id, new.id, case when new.updated_at <> old.updated_at then greatest(new.updated_at,
      coalesce((select max(l.server_time + case when l.server_nano > 0 then 1 else 0 end) from counter_latest l where l.slot_id = new.id), 0),
      coalesce((select max(h.valid_from) from slot_history h where h.slot_id = new.id), 0)) end, 'written', new.location_id, new.currency, new.denomination_minor, new.theoretical_rtp, new.game_mix, new.fastest_game_ms, new.highest_bet, new.top_award, new.highest_note) on conflict (slot_id, valid_from) do update set location_id = excluded.location_id, currency = excluded.currency, denomination_minor = excluded.denomination_minor, theoretical_rtp = excluded.theoretical_rtp, game_mix = excluded.game_mix, fastest_game_ms = excluded.fastest_game_ms, highest_bet = excluded.highest_bet, top_award = excluded.top_award, highest_note = excluded.highest_note; end if; end if; return null; end $$;

CREATE FUNCTION slots_history_made() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into slot_history (tenant_id, slot_id, valid_from, origin, location_id, currency, denomination_minor, theoretical_rtp, game_mix, fastest_game_ms, highest_bet, top_award, highest_note) values (new.tenant_id, new.id, 0, 'written', new.location_id, new.currency, new.denomination_minor, new.theoretical_rtp, new.game_mix, new.fastest_game_ms, new.highest_bet, new.top_award, new.highest_note) on conflict (slot_id, valid_from) do update set location_id = excluded.location_id, currency = excluded.currency, denomination_minor = excluded.denomination_minor, theoretical_rtp = excluded.theoretical_rtp, game_mix = excluded.game_mix, fastest_game_ms = excluded.fastest_game_ms, highest_bet = excluded.highest_bet, top_award = excluded.top_award, highest_note = excluded.highest_note; return null; end $$;

CREATE FUNCTION slots_moved() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into present_totals (table_name, tenant_id, total)
      select 'slots', c.tenant_id, c.n
      from (values (old.tenant_id, old.archived_at, -1), (new.tenant_id, new.archived_at, 1))
        as c (tenant_id, archived_at, n)
      where c.archived_at is null;
      perform add_up_totals('slots', new.tenant_id); return null; end $$;

CREATE FUNCTION slots_went() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into present_totals (table_name, tenant_id, total)
        select 'slots', tenant_id, -count(*) from changed where archived_at is null group by tenant_id; perform add_up_totals('slots', tenant_id)
      from (select distinct tenant_id from changed) as tenants; return null; end $$;

CREATE FUNCTION smib_history_marked() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin update smibs set held_since = new.valid_from where id = new.smib_id and held_since < new.valid_from; return null; end $$;

CREATE FUNCTION smib_sort_keys_removed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    delete from smib_sort_keys where id = old.id;
    return null; end $$;

CREATE FUNCTION smib_sort_keys_written() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    insert into smib_sort_keys (id, tenant_id, archived_at, mac, created_at, updated_at, firmware, poll_ms) values (new.id, new.tenant_id, new.archived_at, new.mac, new.created_at, new.updated_at, new.firmware, new.poll_ms)
      on conflict (id) do update set tenant_id = excluded.tenant_id, archived_at = excluded.archived_at, mac = excluded.mac, created_at = excluded.created_at, updated_at = excluded.updated_at, firmware = excluded.firmware, poll_ms = excluded.poll_ms;
    return null; end $$;

CREATE FUNCTION smibs_came() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into present_totals (table_name, tenant_id, total)
        select 'smibs', tenant_id, count(*) from changed where archived_at is null group by tenant_id; perform add_up_totals('smibs', tenant_id)
      from (select distinct tenant_id from changed) as tenants; return null; end $$;

CREATE FUNCTION smibs_custom() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    if tg_op <> 'INSERT' then delete from custom_values where record_id = old.id; end if;
    if tg_op <> 'DELETE' then
      insert into custom_values (tenant_id, entity, key, value, record_id)
        select new.tenant_id, 'smib', f.key, v.value, new.id
        from jsonb_each(coalesce(new.custom_folded, new.custom)::jsonb) f, jsonb_array_elements_text(
          case jsonb_typeof(f.value) when 'array' then f.value else jsonb_build_array(f.value) end) v(value)
        where new.custom is not null;
    end if;
    return null; end $$;

CREATE FUNCTION smibs_history_gone() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin delete from smib_history where smib_id = old.id; return null; end $$;

CREATE FUNCTION smibs_history_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin if exists (select 1 from smib_history h where h.smib_id = new.id and h.valid_from = (select max(n.valid_from) from smib_history n where n.smib_id = new.id) and (h.slot_id is distinct from new.slot_id)) and not (new.slot_id is null and new.updated_at = old.updated_at) then if (case when new.updated_at <> old.updated_at then greatest(new.updated_at,
      coalesce((select max(h.valid_from) from smib_history h where h.smib_id = new.id), 0)) end) is null then update smib_history set slot_id = new.slot_id where smib_id = new.id and valid_from = (select max(n.valid_from) from smib_history n where n.smib_id = new.id); else insert into smib_history (tenant_id, smib_id, valid_from, origin, slot_id) values (new.tenant_id, new.id, case when new.updated_at <> old.updated_at then greatest(new.updated_at,
      coalesce((select max(h.valid_from) from smib_history h where h.smib_id = new.id), 0)) end, 'written', new.slot_id)
      on conflict (smib_id, valid_from) do update set slot_id = excluded.slot_id; end if; end if; return null; end $$;

CREATE FUNCTION smibs_history_made() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into smib_history (tenant_id, smib_id, valid_from, origin, slot_id) values (new.tenant_id, new.id, 0, 'written', new.slot_id)
      on conflict (smib_id, valid_from) do update set slot_id = excluded.slot_id; return null; end $$;

CREATE FUNCTION smibs_moved() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into present_totals (table_name, tenant_id, total)
      select 'smibs', c.tenant_id, c.n
      from (values (old.tenant_id, old.archived_at, -1), (new.tenant_id, new.archived_at, 1))
        as c (tenant_id, archived_at, n)
      where c.archived_at is null;
      perform add_up_totals('smibs', new.tenant_id); return null; end $$;

CREATE FUNCTION smibs_went() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into present_totals (table_name, tenant_id, total)
        select 'smibs', tenant_id, -count(*) from changed where archived_at is null group by tenant_id; perform add_up_totals('smibs', tenant_id)
      from (select distinct tenant_id from changed) as tenants; return null; end $$;

CREATE TABLE acl_group_members (
    group_id text NOT NULL,
    member_id text NOT NULL
);

CREATE TABLE acl_groups (
    id text NOT NULL,
    version bigint NOT NULL,
    tenant_id text NOT NULL,
    name text NOT NULL,
    note text,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    model text NOT NULL,
    member_count bigint NOT NULL
);

CREATE TABLE acl_rule_groups (
    rule_id text NOT NULL,
    group_id text NOT NULL
);

CREATE TABLE acl_rules (
    id text NOT NULL,
    version bigint NOT NULL,
    tenant_id text NOT NULL,
    name text NOT NULL,
    note text,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    model text NOT NULL,
    user_id text,
    group_id text,
    role_id text,
    conditions text NOT NULL
);

CREATE TABLE acl_state (
    id text NOT NULL,
    version bigint NOT NULL
);

CREATE TABLE aggregation_rules (
    id text NOT NULL,
    version bigint NOT NULL,
    note text,
    archived_at bigint,
    tenant_id text NOT NULL,
    name text NOT NULL,
    aggregated_by text NOT NULL,
    granulation text NOT NULL,
    measures text NOT NULL,
    search text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);

CREATE TABLE alarm_pending (
    rule_id text NOT NULL,
    slot_id text NOT NULL,
    since bigint NOT NULL
);

CREATE TABLE alarm_rules (
    id text NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    name text NOT NULL,
    watched text NOT NULL,
    operator text NOT NULL,
    severity text NOT NULL,
    locations text NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    lasts bigint NOT NULL,
    enabled bigint NOT NULL,
    archived_at bigint,
    code text,
    measure text,
    quiet_from text,
    quiet_to text,
    group_id text,
    manufacturer_id text,
    game_mix_id text,
    text_en text,
    text_ro text,
    text_pt text,
    currency text,
    clears_currency text,
    threshold bigint,
    amount_minor bigint,
    window_minutes bigint,
    window_hours bigint,
    clears_threshold bigint,
    clears_minor bigint
);

CREATE TABLE alarm_steps (
    id text NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    rule_id text NOT NULL,
    user_ids text NOT NULL,
    group_ids text NOT NULL,
    role_ids text NOT NULL,
    channel_ids text NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    minutes bigint NOT NULL,
    archived_at bigint,
    order_id text
);

CREATE TABLE alarm_steps_done (
    alarm_id text NOT NULL,
    step_id text NOT NULL,
    tenant_id text NOT NULL,
    done_at bigint NOT NULL
);

CREATE TABLE alarms (
    id text NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    rule_id text NOT NULL,
    location_id text NOT NULL,
    slot_id text NOT NULL,
    state text NOT NULL,
    severity text NOT NULL,
    watched text NOT NULL,
    unit text NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    since bigint NOT NULL,
    value bigint NOT NULL,
    threshold bigint NOT NULL,
    archived_at bigint,
    currency text,
    cleared_at bigint,
    cleared_by text,
    acknowledged_by text,
    acknowledged_at bigint,
    acknowledged_note text,
    escalated_after bigint
);

CREATE TABLE anomalies (
    id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    slot_id text NOT NULL,
    version bigint NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    state text NOT NULL,
    rule text NOT NULL,
    first_at bigint NOT NULL,
    last_at bigint NOT NULL,
    count bigint NOT NULL,
    value bigint NOT NULL,
    threshold bigint NOT NULL,
    currency text NOT NULL,
    acknowledged_by text,
    acknowledged_at bigint,
    cleared_by text,
    cleared_at bigint,
    cleared_reason text,
    assignee text,
    assignee_id text,
    due_on text
);

CREATE TABLE anomaly_heads (
    location_id text NOT NULL,
    through bigint NOT NULL
);

CREATE TABLE anomaly_marks (
    slot_id text NOT NULL,
    location_id text NOT NULL,
    from_at bigint NOT NULL,
    due_at bigint NOT NULL
);

CREATE TABLE api_tokens (
    id text NOT NULL,
    tenant_id text NOT NULL,
    name text NOT NULL,
    token_hash text NOT NULL,
    permissions text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint,
    revoked_at bigint,
    last_used_at bigint,
    version bigint DEFAULT 1 NOT NULL,
    search text DEFAULT ''::text NOT NULL,
    archived_at bigint,
    updated_at bigint DEFAULT 0 NOT NULL,
    locations text DEFAULT '[]'::text NOT NULL,
    smibs text DEFAULT '[]'::text NOT NULL,
    addresses text DEFAULT '[]'::text NOT NULL,
    starts_with text DEFAULT ''::text NOT NULL,
    expires_on text,
    previous_hash text,
    previous_until bigint,
    rotated_at bigint,
    last_used_address text
);

CREATE TABLE approvals (
    id text NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    kind text NOT NULL,
    about text NOT NULL,
    cause text NOT NULL,
    asked_by_id text NOT NULL,
    asked_by text NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    archived_at bigint,
    answered_at bigint,
    days bigint,
    location_id text,
    slot_id text,
    day text,
    through text,
    months text,
    jackpot_id text,
    level_id text,
    level_name text,
    body text,
    effect text,
    edit_id text,
    answer text,
    answered_by text,
    answer_reason text
);

CREATE TABLE repair_decisions (
    id text NOT NULL,
    tenant_id text NOT NULL,
    repair_id text NOT NULL,
    nr bigint NOT NULL,
    action text NOT NULL,
    body text,
    effect text,
    reason text NOT NULL,
    user_id text,
    user_name text NOT NULL,
    at bigint NOT NULL
);

CREATE TABLE repairs (
    id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    slot_id text NOT NULL,
    game_nr bigint NOT NULL,
    crossing bigint NOT NULL,
    state text NOT NULL,
    kind text NOT NULL,
    reading text NOT NULL,
    last_at bigint,
    until bigint NOT NULL,
    meters text NOT NULL,
    meter text,
    value_before bigint,
    value_after bigint,
    proposed_minor bigint,
    denomination_minor bigint NOT NULL,
    currency text NOT NULL,
    waiting text,
    version bigint DEFAULT 1 NOT NULL,
    search text DEFAULT ''::text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    assignee text,
    assignee_id text,
    due_on text
);

CREATE VIEW approval_requests AS
 SELECT approvals.id,
    approvals.tenant_id,
    approvals.location_id,
    approvals.slot_id,
    approvals.version,
    approvals.search,
    approvals.archived_at,
    approvals.created_at,
    approvals.updated_at,
    approvals.kind,
    approvals.day,
    approvals.through,
    approvals.id AS record_id,
    approvals.body,
    approvals.effect,
    approvals.cause,
    approvals.asked_by_id,
    approvals.asked_by,
    approvals.expires_at,
    approvals.answer,
    approvals.answered_by,
    approvals.answered_at,
    approvals.answer_reason,
    approvals.level_name,
    approvals.edit_id
   FROM approvals
UNION ALL
 SELECT d.id,
    d.tenant_id,
    r.location_id,
    r.slot_id,
    r.version,
    r.search,
    r.archived_at,
    d.at AS created_at,
    COALESCE(a.at, d.at) AS updated_at,
    'repair'::text AS kind,
    NULL::text AS day,
    NULL::text AS through,
    r.id AS record_id,
    NULL::text AS body,
    d.effect,
    d.reason AS cause,
    COALESCE(d.user_id, ''::text) AS asked_by_id,
    d.user_name AS asked_by,
    (d.at + 604800000) AS expires_at,
        CASE
            WHEN (a.action = 'approve'::text) THEN 'approved'::text
            WHEN ((a.action = 'refuse'::text) AND (a.user_id = d.user_id)) THEN 'withdrawn'::text
            WHEN (a.action = 'refuse'::text) THEN 'refused'::text
            WHEN (a.action = 'outdated'::text) THEN a.action
            ELSE NULL::text
        END AS answer,
    a.user_name AS answered_by,
    a.at AS answered_at,
    a.reason AS answer_reason,
    NULL::text AS level_name,
    NULL::text AS edit_id
   FROM ((repair_decisions d
     JOIN repairs r ON ((r.id = d.repair_id)))
     LEFT JOIN repair_decisions a ON (((a.repair_id = d.repair_id) AND (a.nr = (d.nr + 1)) AND (a.action = ANY (ARRAY['approve'::text, 'refuse'::text, 'outdated'::text])))))
  WHERE (d.action = 'propose'::text);

CREATE TABLE archived_digests (
    smib_id text NOT NULL,
    to_at bigint NOT NULL,
    archive_id text NOT NULL,
    from_at bigint NOT NULL,
    digests text NOT NULL,
    tenant_id text DEFAULT ''::text NOT NULL
);

CREATE TABLE audit_heads (
    tenant_id text NOT NULL,
    seq bigint NOT NULL,
    hash text NOT NULL,
    plain_seq bigint DEFAULT 0 NOT NULL,
    adopted_seq bigint DEFAULT 0 NOT NULL,
    written_over_at bigint,
    seal text
);

CREATE TABLE audit_log (
    id text NOT NULL,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    tenant_id text NOT NULL,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    actor_name text NOT NULL,
    entity text NOT NULL,
    entity_id text NOT NULL,
    action text NOT NULL,
    prev_hash text NOT NULL,
    hash text NOT NULL,
    search text NOT NULL,
    ip text,
    request_id text,
    before_json text,
    after_json text
);

CREATE TABLE audit_registry (
    id text NOT NULL,
    version bigint NOT NULL,
    at bigint NOT NULL,
    adopted_at bigint NOT NULL,
    adopted_why text NOT NULL,
    chains text NOT NULL,
    key_name text NOT NULL,
    seal text NOT NULL
);

CREATE TABLE auth_secrets (
    name text NOT NULL,
    value text NOT NULL,
    created_at bigint NOT NULL
);

CREATE TABLE avatars (
    user_id text NOT NULL,
    mark text NOT NULL,
    webp text NOT NULL,
    changed_at bigint NOT NULL
);

CREATE TABLE blacklists (
    id text NOT NULL,
    version bigint NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    player_id text NOT NULL,
    location_id text,
    reason text,
    valid_from bigint NOT NULL,
    until_date text,
    valid_to bigint,
    cancelled_at bigint,
    cancelled_by text,
    cancel_reason text,
    cause text NOT NULL
);

CREATE TABLE board_configs (
    smib_id text NOT NULL,
    tenant_id text NOT NULL,
    taken_version text,
    taken_at bigint,
    running_version text,
    running_since bigint,
    asked_at bigint NOT NULL
);

CREATE TABLE board_presence (
    smib_id text NOT NULL,
    state text NOT NULL,
    since bigint NOT NULL
);

CREATE TABLE bulk_items (
    job_id text NOT NULL,
    slot_id text NOT NULL,
    state text NOT NULL,
    reason text,
    command_id text,
    seq bigint NOT NULL,
    changed_at bigint,
    was text
);

CREATE TABLE bulk_jobs (
    search text NOT NULL,
    tenant_id text NOT NULL,
    action text NOT NULL,
    state text NOT NULL,
    input text NOT NULL,
    created_by text NOT NULL,
    created_by_name text NOT NULL,
    root_id text NOT NULL,
    reason text,
    task_id text,
    actor_kind text,
    actor_id text,
    actor_name text,
    actor_tenant_id text,
    origin_id text,
    origin_kind text,
    unlock_zone text,
    unlock_state text,
    unlock_task_id text,
    version bigint NOT NULL,
    total bigint NOT NULL,
    planned bigint NOT NULL,
    done bigint NOT NULL,
    skipped bigint NOT NULL,
    failed bigint NOT NULL,
    stopped bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    wave_size bigint NOT NULL,
    wave_pause_ms bigint NOT NULL,
    stop_requested bigint NOT NULL,
    archived_at bigint,
    confirmed_at bigint,
    started_at bigint,
    finished_at bigint,
    next_wave_at bigint,
    unlock_at bigint,
    id text NOT NULL,
    confirmed bigint DEFAULT 0 NOT NULL,
    in_game bigint DEFAULT 0 NOT NULL,
    refused bigint DEFAULT 0 NOT NULL,
    no_answer bigint DEFAULT 0 NOT NULL,
    to_be_told bigint DEFAULT 0 NOT NULL,
    replaced bigint DEFAULT 0 NOT NULL,
    outcome text GENERATED ALWAYS AS (
CASE
    WHEN (state <> 'done'::text) THEN state
    WHEN (confirmed = planned) THEN 'done'::text
    WHEN (done > (((confirmed + refused) + no_answer) + replaced)) THEN 'awaiting'::text
    WHEN (confirmed > 0) THEN 'partly'::text
    ELSE 'none'::text
END) STORED
);

CREATE TABLE checkpoint_days (
    location_id text NOT NULL,
    gaming_day text NOT NULL
);

CREATE TABLE checkpoints (
    id text NOT NULL,
    slot_id text NOT NULL,
    smib_id text NOT NULL,
    location_id text NOT NULL,
    tenant_id text NOT NULL,
    kind text NOT NULL,
    gaming_day text NOT NULL,
    meters text NOT NULL,
    currency text NOT NULL,
    reason text,
    made_by text,
    server_time bigint NOT NULL,
    server_nano bigint NOT NULL,
    message_seq_nr bigint NOT NULL,
    run bigint NOT NULL,
    received_at bigint NOT NULL,
    reading_time bigint NOT NULL,
    denomination_minor bigint NOT NULL
);

CREATE TABLE collector_checkpoints (
    id text NOT NULL,
    version bigint NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    slot_id text NOT NULL,
    number text NOT NULL,
    search text NOT NULL,
    collected_by text NOT NULL,
    currency text NOT NULL,
    counted text NOT NULL,
    state text NOT NULL,
    reason text,
    bag text,
    notes text,
    unknown_because text,
    closing_checkpoint_id text,
    seq bigint NOT NULL,
    collected_at bigint NOT NULL,
    counted_minor bigint NOT NULL,
    tolerance_minor bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    archived_at bigint,
    opening_at bigint,
    opening_credits bigint,
    closing_at bigint,
    closing_credits bigint,
    denomination_minor bigint,
    opening_minor bigint,
    closing_minor bigint,
    expected_minor bigint,
    difference_minor bigint
);

CREATE TABLE columns_configurations (
    page text NOT NULL,
    role_id text NOT NULL,
    columns text NOT NULL,
    updated_at bigint NOT NULL,
    updated_by_name text NOT NULL
);

CREATE TABLE comment_photos (
    id text NOT NULL,
    tenant_id text NOT NULL,
    comment_id text NOT NULL,
    slot_id text NOT NULL,
    mark text NOT NULL,
    small text NOT NULL,
    whole text NOT NULL,
    added_at bigint NOT NULL
);

CREATE TABLE comments (
    id text NOT NULL,
    tenant_id text NOT NULL,
    about text NOT NULL,
    record_id text NOT NULL,
    slot_id text NOT NULL,
    text text NOT NULL,
    author_id text NOT NULL,
    written_by text NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    edited_at bigint,
    removed_at bigint
);

CREATE TABLE config_sets (
    kind text NOT NULL,
    owner_id text NOT NULL,
    tenant_id text NOT NULL,
    values_json text NOT NULL,
    changed_by text NOT NULL,
    changed_by_name text NOT NULL,
    source text NOT NULL,
    version bigint NOT NULL,
    changed_at bigint NOT NULL,
    restored_from bigint,
    reason text
);

CREATE TABLE config_versions (
    kind text NOT NULL,
    owner_id text NOT NULL,
    tenant_id text NOT NULL,
    values_json text NOT NULL,
    changed_by text NOT NULL,
    changed_by_name text NOT NULL,
    source text NOT NULL,
    version bigint NOT NULL,
    changed_at bigint NOT NULL,
    restored_from bigint,
    reason text
);

CREATE TABLE counter_days (
    slot_id text NOT NULL,
    gaming_day text NOT NULL,
    location_id text NOT NULL,
    tenant_id text NOT NULL,
    currency text NOT NULL,
    game_nr bigint NOT NULL,
    denomination_minor bigint NOT NULL,
    readings bigint NOT NULL,
    coin_in bigint NOT NULL,
    coin_out bigint NOT NULL,
    jackpot bigint NOT NULL,
    handpaid_cancelled bigint NOT NULL,
    games_played bigint NOT NULL,
    games_won bigint NOT NULL,
    bills_in bigint NOT NULL,
    ticket_in bigint NOT NULL,
    ticket_out bigint NOT NULL,
    electronic_in bigint NOT NULL,
    electronic_out bigint NOT NULL,
    hopper_out bigint NOT NULL,
    total_drop bigint NOT NULL,
    coins_in bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='45');

CREATE TABLE short_ids (
    nr bigint NOT NULL,
    id text NOT NULL
);

CREATE TABLE stored_hours (
    slot_nr bigint NOT NULL,
    hour_start bigint NOT NULL,
    game_nr bigint NOT NULL,
    location_nr bigint NOT NULL,
    denomination_minor bigint NOT NULL,
    tenant_nr bigint NOT NULL,
    currency text NOT NULL,
    readings bigint NOT NULL,
    coin_in bigint NOT NULL,
    coin_out bigint NOT NULL,
    jackpot bigint NOT NULL,
    handpaid_cancelled bigint NOT NULL,
    games_played bigint NOT NULL,
    games_won bigint NOT NULL,
    bills_in bigint NOT NULL,
    ticket_in bigint NOT NULL,
    ticket_out bigint NOT NULL,
    electronic_in bigint NOT NULL,
    electronic_out bigint NOT NULL,
    hopper_out bigint NOT NULL,
    total_drop bigint NOT NULL,
    coins_in bigint NOT NULL
)
PARTITION BY RANGE (hour_start);

CREATE VIEW counter_hours AS
 SELECT ( SELECT s.id
           FROM short_ids s
          WHERE (s.nr = r.slot_nr)) AS slot_id,
    r.hour_start,
    r.game_nr,
    ( SELECT s.id
           FROM short_ids s
          WHERE (s.nr = r.location_nr)) AS location_id,
    r.denomination_minor,
    ( SELECT s.id
           FROM short_ids s
          WHERE (s.nr = r.tenant_nr)) AS tenant_id,
    r.currency,
    r.readings,
    r.coin_in,
    r.coin_out,
    r.jackpot,
    r.handpaid_cancelled,
    r.games_played,
    r.games_won,
    r.bills_in,
    r.ticket_in,
    r.ticket_out,
    r.electronic_in,
    r.electronic_out,
    r.hopper_out,
    r.total_drop,
    r.coins_in,
    r.slot_nr,
    r.location_nr,
    r.tenant_nr
   FROM stored_hours r;

CREATE TABLE counter_latest (
    slot_id text NOT NULL,
    meters text NOT NULL,
    game_nr bigint NOT NULL,
    server_time bigint NOT NULL,
    server_nano bigint NOT NULL,
    message_seq_nr bigint NOT NULL,
    standing text,
    cents_after bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='45');

CREATE TABLE reading_terms (
    slot_nr bigint NOT NULL,
    nr integer NOT NULL,
    tenant_nr bigint NOT NULL,
    smib_nr bigint NOT NULL,
    run bigint NOT NULL,
    denomination_minor bigint NOT NULL,
    currency text NOT NULL,
    day_gap bigint NOT NULL,
    hour_cut bigint DEFAULT 0 NOT NULL
);

CREATE TABLE stored_readings (
    slot_nr bigint NOT NULL,
    tenant_nr bigint NOT NULL,
    location_nr bigint NOT NULL,
    game_nr bigint NOT NULL,
    message_seq_nr bigint NOT NULL,
    server_time bigint NOT NULL,
    server_nano bigint NOT NULL,
    repairs text,
    held text,
    more text,
    coin_in bigint,
    coin_out bigint,
    jackpot bigint,
    handpaid_cancelled bigint,
    games_played bigint,
    games_won bigint,
    bills_in bigint,
    ticket_in bigint,
    ticket_out bigint,
    electronic_in bigint,
    electronic_out bigint,
    hopper_out bigint,
    total_drop bigint,
    coins_in bigint,
    current_credits bigint,
    terms integer NOT NULL
)
PARTITION BY RANGE (server_time);

CREATE VIEW counter_readings AS
 SELECT ( SELECT s.id
           FROM short_ids s
          WHERE (s.nr = r.slot_nr)) AS slot_id,
    ( SELECT ( SELECT s.id
                   FROM short_ids s
                  WHERE (s.nr = t.smib_nr)) AS id
           FROM reading_terms t
          WHERE ((t.slot_nr = r.slot_nr) AND (t.nr = r.terms))) AS smib_id,
    ( SELECT s.id
           FROM short_ids s
          WHERE (s.nr = r.tenant_nr)) AS tenant_id,
    ( SELECT s.id
           FROM short_ids s
          WHERE (s.nr = r.location_nr)) AS location_id,
    r.game_nr,
    ( SELECT t.run
           FROM reading_terms t
          WHERE ((t.slot_nr = r.slot_nr) AND (t.nr = r.terms))) AS run,
    r.message_seq_nr,
    r.server_time,
    r.server_nano,
    ( SELECT to_char((('1970-01-01'::date + (((r.server_time / 86400000) - t.day_gap))::integer))::timestamp with time zone, 'YYYY-MM-DD'::text) AS to_char
           FROM reading_terms t
          WHERE ((t.slot_nr = r.slot_nr) AND (t.nr = r.terms))) AS gaming_day,
    ( SELECT t.hour_cut
           FROM reading_terms t
          WHERE ((t.slot_nr = r.slot_nr) AND (t.nr = r.terms))) AS hour_cut,
    ( SELECT t.denomination_minor
           FROM reading_terms t
          WHERE ((t.slot_nr = r.slot_nr) AND (t.nr = r.terms))) AS denomination_minor,
    ( SELECT t.currency
           FROM reading_terms t
          WHERE ((t.slot_nr = r.slot_nr) AND (t.nr = r.terms))) AS currency,
    r.repairs,
    r.held,
    r.more,
    r.coin_in,
    r.coin_out,
    r.jackpot,
    r.handpaid_cancelled,
    r.games_played,
    r.games_won,
    r.bills_in,
    r.ticket_in,
    r.ticket_out,
    r.electronic_in,
    r.electronic_out,
    r.hopper_out,
    r.total_drop,
    r.coins_in,
    r.current_credits,
    r.slot_nr,
    ( SELECT t.smib_nr
           FROM reading_terms t
          WHERE ((t.slot_nr = r.slot_nr) AND (t.nr = r.terms))) AS smib_nr,
    r.tenant_nr,
    r.location_nr
   FROM stored_readings r;

CREATE TABLE custom_fields (
    id text NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    entity text NOT NULL,
    key text NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    choices text NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    decimals bigint NOT NULL,
    archived_at bigint
);

CREATE TABLE custom_values (
    tenant_id text NOT NULL,
    entity text NOT NULL,
    key text NOT NULL,
    value text NOT NULL,
    record_id text NOT NULL
);

CREATE TABLE daily_reports (
    id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    currency text NOT NULL,
    state text NOT NULL,
    day text NOT NULL,
    document text NOT NULL,
    hours_known bigint NOT NULL,
    hours_expected bigint NOT NULL,
    held bigint NOT NULL,
    collected_minor bigint NOT NULL,
    paid_minor bigint NOT NULL,
    takings_minor bigint NOT NULL,
    difference_minor bigint NOT NULL,
    starts_at bigint NOT NULL,
    ends_at bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    revision bigint NOT NULL,
    is_latest bigint NOT NULL,
    slots bigint NOT NULL,
    silent bigint NOT NULL,
    changed_minor bigint NOT NULL,
    archived_at bigint,
    version bigint DEFAULT 1 NOT NULL,
    search text DEFAULT ''::text NOT NULL,
    seal_id text,
    sealed_by text,
    accepted text DEFAULT '[]'::text NOT NULL,
    layout text,
    logo text
);

CREATE TABLE data_export_chunks (
    export_id text NOT NULL,
    nr bigint NOT NULL,
    ids text,
    rows text
);

CREATE TABLE data_exports (
    id text NOT NULL,
    tenant_id text NOT NULL,
    version bigint NOT NULL,
    search text NOT NULL,
    list text NOT NULL,
    page text NOT NULL,
    address text NOT NULL,
    request text NOT NULL,
    columns text NOT NULL,
    language text NOT NULL,
    time_zone text NOT NULL,
    task_id text NOT NULL,
    created_by_id text NOT NULL,
    created_by text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    expected_rows bigint NOT NULL,
    rows bigint,
    bytes bigint,
    chunks bigint NOT NULL,
    as_of bigint,
    finished_at bigint,
    expires_at bigint,
    units text,
    shown text
);

CREATE TABLE days_to_refresh (
    location_id text NOT NULL,
    day text NOT NULL
);

CREATE TABLE default_views (
    user_id text NOT NULL,
    page text NOT NULL,
    view_id text NOT NULL,
    view_name text NOT NULL
);

CREATE TABLE demo_network (
    id text NOT NULL,
    seed text NOT NULL,
    made_at bigint NOT NULL
);

CREATE TABLE display_channels (
    id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    search text NOT NULL,
    version bigint NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    name text NOT NULL,
    theme text NOT NULL,
    resolution text NOT NULL,
    language text NOT NULL,
    levels text NOT NULL
);

CREATE TABLE displays (
    id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    search text NOT NULL,
    version bigint NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    name text NOT NULL,
    channel_id text NOT NULL,
    place text,
    token_hash text NOT NULL,
    starts_with text NOT NULL,
    rotated_at bigint,
    revoked_at bigint,
    last_seen_at bigint
);

CREATE TABLE email_codes (
    user_id text NOT NULL,
    address text NOT NULL,
    code_hash text,
    asked_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    attempts bigint NOT NULL
);

CREATE TABLE entity_group_members (
    group_id text NOT NULL,
    member_id text NOT NULL,
    mode text NOT NULL
);

CREATE TABLE entity_groups (
    id text NOT NULL,
    version bigint NOT NULL,
    archived_at bigint,
    search text NOT NULL,
    tenant_id text NOT NULL,
    entity_type text NOT NULL,
    name text NOT NULL,
    description text,
    rule_query text,
    rule_currency text,
    rule_tenant text,
    rule_county text,
    rule_city text,
    rule_location text,
    rule_status text,
    rule_state text,
    rule_manufacturer text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    chosen bigint NOT NULL,
    left_out bigint NOT NULL
);

CREATE TABLE event_days (
    slot_id text NOT NULL,
    gaming_day text NOT NULL,
    code text NOT NULL,
    location_id text NOT NULL,
    tenant_id text NOT NULL,
    count bigint NOT NULL
);

CREATE TABLE event_floors (
    slot_id text NOT NULL,
    tenant_id text NOT NULL,
    at bigint NOT NULL
);

CREATE TABLE event_sums (
    location_id text NOT NULL,
    gaming_day text NOT NULL,
    slot_id text NOT NULL,
    kind text NOT NULL,
    currency text NOT NULL,
    tenant_id text NOT NULL,
    records bigint NOT NULL,
    without_amount bigint NOT NULL,
    minor bigint NOT NULL
);

CREATE TABLE events (
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    code text NOT NULL,
    category text NOT NULL,
    severity text NOT NULL,
    slot_id text,
    smib_id text,
    data text,
    id text NOT NULL,
    server_time bigint NOT NULL,
    server_nano bigint NOT NULL,
    received_at bigint NOT NULL,
    run bigint,
    message_seq_nr bigint,
    event_seq_nr bigint
);

CREATE TABLE exclusion_keys (
    generation bigint NOT NULL,
    sealed text NOT NULL,
    created_at bigint NOT NULL
);

CREATE TABLE failed_sign_ins (
    name_key text NOT NULL,
    address text NOT NULL,
    failures bigint NOT NULL,
    first_at bigint NOT NULL,
    last_at bigint NOT NULL
);

CREATE TABLE firmware_boards (
    id text NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    rollout_id text NOT NULL,
    smib_id text NOT NULL,
    location_id text NOT NULL,
    result text NOT NULL,
    firmware text NOT NULL,
    firmware_id text NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    slot_id text,
    code text,
    firmware_before text,
    command_id text,
    archived_at bigint,
    wave bigint,
    ordered_at bigint,
    settled_at bigint
);

CREATE TABLE firmware_pieces (
    tenant_id text NOT NULL,
    firmware_id text NOT NULL,
    nr bigint NOT NULL,
    content text NOT NULL
);

CREATE TABLE firmware_rollouts (
    id text NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    name text NOT NULL,
    state text NOT NULL,
    wave_unit text NOT NULL,
    created_by text NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    wave_size bigint NOT NULL,
    gap bigint NOT NULL,
    hour_from bigint NOT NULL,
    hour_to bigint NOT NULL,
    fail_percent bigint NOT NULL,
    wave bigint NOT NULL,
    passed_wave bigint NOT NULL,
    firmware_id text,
    location_id text,
    group_id text,
    back_of text,
    pause text,
    started_by text,
    started_by_id text,
    archived_at bigint,
    next_wave_at bigint,
    started_at bigint,
    finished_at bigint
);

CREATE TABLE firmware_versions (
    id text NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    name text NOT NULL,
    sha256 text NOT NULL,
    uploaded_by text NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    size bigint NOT NULL,
    notes text,
    archived_at bigint
);

CREATE TABLE fiscal_heads (
    location_id text NOT NULL,
    tenant_id text NOT NULL,
    books_from text NOT NULL,
    sealed_through text
);

CREATE TABLE fiscal_layouts (
    tenant_id text NOT NULL,
    layout text NOT NULL,
    set_by text NOT NULL,
    set_at bigint NOT NULL
);

CREATE TABLE fiscal_logos (
    tenant_id text NOT NULL,
    sha256 text NOT NULL,
    png text NOT NULL,
    width bigint NOT NULL,
    height bigint NOT NULL,
    is_current bigint NOT NULL,
    set_by text NOT NULL,
    set_at bigint NOT NULL
);

CREATE TABLE game_mix_games (
    mix_id text NOT NULL,
    game_id text NOT NULL
);

CREATE TABLE game_mixes (
    id text NOT NULL,
    version bigint NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    note text,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    manufacturer_id text,
    game_count bigint NOT NULL
);

CREATE TABLE game_profiles (
    id text NOT NULL,
    version bigint NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    note text,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    game_id text NOT NULL,
    paytable_id text,
    theoretical_rtp bigint NOT NULL,
    min_bet bigint,
    max_bet bigint,
    lines bigint,
    denominations text,
    volatility bigint,
    progressive integer NOT NULL,
    software_version text,
    software_signature text,
    approval_no text
);

CREATE TABLE game_settings (
    id text NOT NULL,
    version bigint NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    note text,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    game_id text,
    profile_id text,
    denomination_minor bigint,
    denomination_currency text,
    max_bet bigint,
    credit_limit_minor bigint,
    credit_limit_currency text,
    handpay_limit_minor bigint,
    handpay_limit_currency text,
    gamble integer NOT NULL,
    autoplay integer NOT NULL
);

CREATE TABLE games (
    id text NOT NULL,
    version bigint NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    note text,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    manufacturer_id text,
    kind text NOT NULL
);

CREATE TABLE handpay_payments (
    id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    slot_id text NOT NULL,
    paid_by_id text NOT NULL,
    paid_by text NOT NULL,
    paid_at bigint NOT NULL,
    remarks text
);

CREATE TABLE jackpot_wins (
    id text NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    archived_at bigint,
    number text NOT NULL,
    jackpot_id text NOT NULL,
    level_id text NOT NULL,
    slot_id text NOT NULL,
    location_id text NOT NULL,
    currency text NOT NULL,
    state text NOT NULL,
    evidence text NOT NULL,
    slot_state text NOT NULL,
    point_hash text,
    point_nonce text,
    paid_by text,
    payment_reason text,
    run bigint NOT NULL,
    won_at bigint NOT NULL,
    amount_minor bigint NOT NULL,
    point_minor bigint,
    stopped_at bigint,
    paid_at bigint,
    reset_at bigint,
    payment_method text,
    aft_command_id text,
    aft_transaction_id text
);

CREATE TABLE pending_handpays (
    slot_id text NOT NULL,
    id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    currency text NOT NULL,
    kind text NOT NULL,
    since bigint NOT NULL,
    received_at bigint NOT NULL,
    amount_minor bigint
);

CREATE TABLE slots (
    id text NOT NULL,
    version bigint NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    serial text NOT NULL,
    manufacturer text NOT NULL,
    protocol text NOT NULL,
    currency text NOT NULL,
    status text NOT NULL,
    asset_no text,
    machine_type text,
    game_mix text,
    "position" text,
    type_approval text,
    authorisation_no text,
    cvt_no text,
    cvt_valid_to text,
    lock_reason text,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    sas_address bigint,
    denomination_minor bigint NOT NULL,
    credits bigint,
    theoretical_rtp bigint,
    last_seen_at bigint,
    demo integer NOT NULL,
    lock_delivery text,
    lock_ordered_at bigint,
    lock_ordered_by text,
    lock_answer_code text,
    lock_state text GENERATED ALWAYS AS (
CASE
    WHEN (status = 'maintenance'::text) THEN 'maintenance'::text
    WHEN (COALESCE(lock_delivery, 'confirmed'::text) = 'confirmed'::text) THEN status
    WHEN (lock_delivery = 'refused'::text) THEN
    CASE status
        WHEN 'locked'::text THEN 'lock_refused'::text
        ELSE 'unlock_refused'::text
    END
    ELSE
    CASE status
        WHEN 'locked'::text THEN 'locking'::text
        ELSE 'unlocking'::text
    END
END) STORED,
    last_reading_at bigint,
    manufacturer_id text,
    machine_type_id text,
    game_mix_id text,
    protocol_id text,
    door_open_at bigint,
    reported_hour bigint,
    held_since bigint DEFAULT 0 NOT NULL,
    fastest_game_ms bigint,
    highest_bet bigint,
    top_award bigint,
    highest_note bigint,
    serial_key text,
    asset_key text,
    custom text,
    custom_folded text
);

CREATE VIEW handpays AS
 SELECT p.id,
    p.tenant_id,
    p.location_id,
    p.slot_id,
        CASE
            WHEN (s.location_id = p.location_id) THEN s."position"
            ELSE NULL::text
        END AS "position",
    1 AS version,
    ''::text AS search,
    s.archived_at,
    p.received_at AS created_at,
    p.received_at AS updated_at,
    p.since,
    p.amount_minor,
    p.currency,
    p.kind,
        CASE
            WHEN (p.kind <> 'cancelled_credits'::text) THEN ( SELECT w.id
               FROM jackpot_wins w
              WHERE ((w.slot_id = p.slot_id) AND (w.tenant_id = p.tenant_id) AND (w.state = ANY (ARRAY['celebrating'::text, 'payment_pending'::text])))
              ORDER BY w.won_at, w.id
             LIMIT 1)
            ELSE NULL::text
        END AS win_id,
    paid.paid_by,
    paid.paid_at,
    paid.remarks
   FROM ((pending_handpays p
     JOIN slots s ON ((s.id = p.slot_id)))
     LEFT JOIN handpay_payments paid ON ((paid.id = ( SELECT y.id
           FROM handpay_payments y
          WHERE ((y.slot_id = p.slot_id) AND ((y.id = p.id) OR (y.paid_at >= p.since)))
          ORDER BY y.paid_at DESC, y.id DESC
         LIMIT 1))));

CREATE TABLE health_checks (
    id text NOT NULL,
    at bigint NOT NULL,
    room text NOT NULL
);

CREATE TABLE idempotency_keys (
    actor_id text NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    answer text,
    created_at bigint NOT NULL
);

CREATE TABLE ignored_messages (
    id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    slot_id text NOT NULL,
    smib_id text NOT NULL,
    version bigint NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    state text NOT NULL,
    run bigint NOT NULL,
    message_seq_nr bigint NOT NULL,
    at bigint NOT NULL,
    nano bigint NOT NULL,
    readings bigint NOT NULL,
    cause text NOT NULL,
    ignored_by text NOT NULL,
    moved_minor bigint NOT NULL,
    currency text NOT NULL,
    effect text NOT NULL,
    restored_by text,
    restored_at bigint,
    restored_reason text
);

CREATE TABLE import_parts (
    import_id text NOT NULL,
    body text NOT NULL,
    part bigint NOT NULL
);

CREATE TABLE import_rows (
    import_id text NOT NULL,
    cells text NOT NULL,
    state text NOT NULL,
    search text NOT NULL,
    key text,
    claim text,
    action text,
    problems text,
    changes text,
    entity_id text,
    before text,
    reason text,
    line bigint NOT NULL,
    needs_reason bigint NOT NULL,
    entity_version bigint
);

CREATE TABLE imports (
    id text NOT NULL,
    search text NOT NULL,
    tenant_id text NOT NULL,
    entity text NOT NULL,
    mode text NOT NULL,
    file_name text NOT NULL,
    state text NOT NULL,
    encoding text NOT NULL,
    delimiter text NOT NULL,
    columns text NOT NULL,
    warnings text NOT NULL,
    counts text NOT NULL,
    actor text NOT NULL,
    created_by text NOT NULL,
    task_id text,
    reason text,
    version bigint NOT NULL,
    bytes bigint NOT NULL,
    rows bigint NOT NULL,
    will_create bigint NOT NULL,
    will_update bigint NOT NULL,
    needs_reason bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    archived_at bigint,
    committed_at bigint,
    undone_at bigint,
    rows_removed_at bigint,
    readings text DEFAULT '[]'::text NOT NULL
);

CREATE TABLE inside_alerts (
    id text NOT NULL,
    player_id text NOT NULL,
    location_id text NOT NULL,
    gaming_day text NOT NULL,
    tenant_id text NOT NULL,
    let_in_at bigint NOT NULL,
    since bigint NOT NULL,
    found_at bigint NOT NULL,
    found_by text NOT NULL
);

CREATE TABLE inspections (
    id text NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    looked_by text NOT NULL,
    shape text NOT NULL,
    version bigint NOT NULL,
    slots bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    location_id text,
    address text,
    archived_at bigint
);

CREATE TABLE jackpot_levels (
    id text NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    archived_at bigint,
    jackpot_id text NOT NULL,
    name text NOT NULL,
    currency text NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    location_id text,
    point_hash text,
    point_nonce text,
    "position" bigint NOT NULL,
    seed_minor bigint NOT NULL,
    visible_bp bigint NOT NULL,
    hidden_bp bigint NOT NULL,
    terms_from bigint NOT NULL,
    run bigint NOT NULL,
    hits bigint NOT NULL,
    start_minor bigint NOT NULL,
    taken bigint NOT NULL,
    hidden_taken bigint NOT NULL,
    limit_minor bigint,
    hit_from_minor bigint,
    hit_to_minor bigint,
    point_minor bigint,
    last_hit_at bigint,
    machine_level bigint,
    won_minor bigint,
    run_started_at bigint DEFAULT 0 NOT NULL
);

CREATE TABLE jackpot_meters (
    slot_id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    at bigint NOT NULL,
    machine_paid bigint,
    hand_paid bigint,
    seen_at bigint,
    seen_machine bigint,
    seen_hand bigint,
    moved_at bigint
);

CREATE TABLE jackpot_reports (
    id text NOT NULL,
    slot_id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    code text NOT NULL,
    state text NOT NULL,
    at bigint NOT NULL,
    created_at bigint NOT NULL,
    level_nr bigint,
    amount_minor bigint,
    is_progressive bigint
);

CREATE TABLE jackpot_shares (
    level_id text NOT NULL,
    slot_id text NOT NULL,
    tenant_id text NOT NULL,
    visible bigint NOT NULL,
    hidden bigint NOT NULL,
    seen bigint NOT NULL,
    last_at bigint NOT NULL
);

CREATE TABLE jackpot_snapshots (
    id text NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    location_id text NOT NULL,
    jackpot_id text NOT NULL,
    level_id text NOT NULL,
    currency text NOT NULL,
    gaming_day text NOT NULL,
    day_before text NOT NULL,
    state text NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    revision bigint NOT NULL,
    ends_at bigint NOT NULL,
    run bigint NOT NULL,
    value_minor bigint NOT NULL,
    kept_minor bigint NOT NULL,
    visible bigint NOT NULL,
    hidden bigint NOT NULL,
    added_visible bigint NOT NULL,
    added_hidden bigint NOT NULL,
    wins bigint NOT NULL,
    won_minor bigint NOT NULL,
    is_whole bigint NOT NULL,
    archived_at bigint
);

CREATE TABLE jackpot_sources (
    id text NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    archived_at bigint,
    jackpot_id text NOT NULL,
    name text NOT NULL,
    location_id text,
    slot_id text,
    from_hour bigint NOT NULL,
    to_hour bigint
);

CREATE TABLE jackpot_tellings (
    id text NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    slot_id text NOT NULL,
    location_id text NOT NULL,
    currency text NOT NULL,
    state text NOT NULL,
    evidence text NOT NULL,
    cause text,
    level_id text,
    win_id text,
    decided_by text,
    decision_reason text,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    from_at bigint NOT NULL,
    to_at bigint NOT NULL,
    look_at bigint NOT NULL,
    archived_at bigint,
    level_nr bigint,
    amount_minor bigint,
    decided_at bigint
);

CREATE TABLE jackpot_terms (
    level_id text NOT NULL,
    tenant_id text NOT NULL,
    from_hour bigint NOT NULL,
    visible_bp bigint NOT NULL,
    hidden_bp bigint NOT NULL,
    to_hour bigint
);

CREATE TABLE jackpots (
    id text NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    archived_at bigint,
    name text NOT NULL,
    kind text NOT NULL,
    currency text NOT NULL,
    location_id text,
    note text
);

CREATE TABLE kiosks (
    id text NOT NULL,
    tenant_id text NOT NULL,
    name text NOT NULL,
    secret_hash text NOT NULL,
    idle_minutes integer NOT NULL,
    absolute_hours integer NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    last_used_at bigint
);

CREATE TABLE kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);

CREATE TABLE kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);

CREATE TABLE late_movements (
    location_id text NOT NULL,
    tenant_id text NOT NULL,
    day text NOT NULL,
    slot_id text NOT NULL,
    currency text NOT NULL,
    price bigint NOT NULL,
    moved_in bigint NOT NULL,
    moved_premium bigint NOT NULL,
    moved_out bigint NOT NULL,
    posted_in bigint NOT NULL,
    posted_premium bigint NOT NULL,
    posted_out bigint NOT NULL,
    updated_at bigint NOT NULL
);

CREATE TABLE leases (
    name text NOT NULL,
    owner text NOT NULL,
    until bigint NOT NULL
);

CREATE TABLE left_assignments (
    id text NOT NULL,
    slot_id text NOT NULL,
    assignee text NOT NULL,
    assignee_id text NOT NULL,
    due_on text
);

CREATE TABLE location_day_sums (
    tenant_id text NOT NULL,
    day text NOT NULL,
    location_id text NOT NULL,
    currency text NOT NULL,
    slots bigint NOT NULL,
    slot_set bigint NOT NULL,
    hours_known bigint NOT NULL,
    hours_expected bigint NOT NULL,
    coin_in bigint NOT NULL,
    coin_out bigint NOT NULL,
    jackpot bigint NOT NULL,
    bills_in bigint NOT NULL,
    coins_in bigint NOT NULL,
    ticket_in bigint NOT NULL,
    electronic_in bigint NOT NULL,
    ticket_out bigint NOT NULL,
    electronic_out bigint NOT NULL,
    hopper_out bigint NOT NULL,
    handpaid_cancelled bigint NOT NULL,
    total_drop bigint NOT NULL,
    games_played bigint NOT NULL,
    games_won bigint NOT NULL
);

CREATE TABLE location_days (
    location_id text NOT NULL,
    day text NOT NULL,
    currency text NOT NULL,
    tenant_id text NOT NULL,
    state text NOT NULL,
    sums text NOT NULL,
    first_sums text NOT NULL,
    closed_by text,
    reason text,
    starts_at bigint NOT NULL,
    ends_at bigint NOT NULL,
    slots bigint NOT NULL,
    silent bigint NOT NULL,
    hours_known bigint NOT NULL,
    hours_expected bigint NOT NULL,
    held bigint NOT NULL,
    decided bigint NOT NULL,
    late bigint NOT NULL,
    carried bigint NOT NULL,
    revision bigint NOT NULL,
    closed_at bigint NOT NULL,
    refreshed_at bigint
);

CREATE TABLE location_month_sets (
    tenant_id text NOT NULL,
    month text NOT NULL,
    location_id text NOT NULL,
    currency text NOT NULL,
    slot_set bigint NOT NULL,
    days bigint NOT NULL
);

CREATE TABLE location_rules (
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    from_date text NOT NULL,
    origin text NOT NULL,
    time_zone text NOT NULL,
    gaming_day_start text NOT NULL
);

CREATE TABLE locations (
    id text NOT NULL,
    version bigint NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    code text NOT NULL,
    name text NOT NULL,
    city text NOT NULL,
    time_zone text NOT NULL,
    gaming_day_start text NOT NULL,
    county text,
    address text,
    licence_no text,
    work_point_no text,
    contact text,
    phone text,
    tenant_id text NOT NULL,
    lat text,
    lon text,
    rules_from text DEFAULT '0001-01-01'::text NOT NULL,
    code_key text,
    custom text,
    custom_folded text
);

CREATE TABLE login_attempts (
    key text NOT NULL,
    name_key text NOT NULL,
    failures bigint NOT NULL,
    since bigint NOT NULL,
    last_at bigint NOT NULL,
    locked_until bigint NOT NULL
);

CREATE TABLE machine_commands (
    id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    slot_id text,
    smib_id text,
    kind text NOT NULL,
    lane text NOT NULL,
    input text NOT NULL,
    state text NOT NULL,
    open_target text,
    answer_code text,
    answer text,
    reason text,
    created_by text NOT NULL,
    created_by_name text NOT NULL,
    created_at bigint NOT NULL,
    sent_at bigint,
    answered_at bigint,
    expires_at bigint NOT NULL,
    bulk_id text,
    bulk_job_id text,
    result text GENERATED ALWAYS AS (
CASE state
    WHEN 'done'::text THEN 'confirmed'::text
    WHEN 'refused'::text THEN 'refused'::text
    WHEN 'cancelled'::text THEN 'replaced'::text
    WHEN 'no_answer'::text THEN
    CASE
        WHEN ((sent_at IS NULL) AND (open_target IS NOT NULL)) THEN 'to_be_told'::text
        ELSE 'no_answer'::text
    END
    WHEN 'sent'::text THEN
    CASE
        WHEN (answer_code IS NULL) THEN 'ordered'::text
        ELSE 'in_game'::text
    END
    ELSE 'ordered'::text
END) STORED
);

CREATE TABLE meter_comparisons (
    slot_id text NOT NULL,
    tenant_id text NOT NULL,
    verdict text NOT NULL,
    compared_from bigint,
    compared_to bigint,
    difference_in_minor bigint,
    difference_out_minor bigint,
    difference_jackpot_minor bigint,
    compared_at bigint,
    again_at bigint,
    mechanical_in_minor bigint,
    mechanical_out_minor bigint,
    mechanical_jackpot_minor bigint,
    electronic_in_minor bigint,
    electronic_out_minor bigint,
    electronic_jackpot_minor bigint
);

CREATE TABLE slot_meter_setups (
    slot_id text NOT NULL,
    tenant_id text NOT NULL,
    version bigint NOT NULL,
    price_per_impulse_minor bigint NOT NULL,
    currency text NOT NULL,
    factor_in bigint NOT NULL,
    factor_out bigint NOT NULL,
    factor_jackpot bigint NOT NULL,
    mech_in bigint,
    mech_out bigint,
    mech_jackpot bigint,
    set_at bigint,
    updated_at bigint NOT NULL
);

CREATE VIEW machine_meters AS
 SELECT s.id,
    s.version,
    s.search,
    s.archived_at,
    s.created_at,
    s.updated_at,
    s.tenant_id,
    s.location_id,
    s.serial,
    s."position",
    s.currency,
    COALESCE(m.price_per_impulse_minor, s.denomination_minor) AS price_per_impulse_minor,
    COALESCE(m.factor_in, (1)::bigint) AS factor_in,
    COALESCE(m.factor_out, (1)::bigint) AS factor_out,
    COALESCE(m.factor_jackpot, (1)::bigint) AS factor_jackpot,
    m.mech_in,
    m.mech_out,
    m.mech_jackpot,
    m.set_at,
    COALESCE(c.verdict, 'not_compared'::text) AS verdict,
    c.compared_from,
    c.compared_to,
    c.compared_at,
    c.difference_in_minor,
    c.difference_out_minor,
    c.difference_jackpot_minor
   FROM ((slots s
     LEFT JOIN slot_meter_setups m ON ((m.slot_id = s.id)))
     LEFT JOIN meter_comparisons c ON ((c.slot_id = s.id)));

CREATE TABLE machine_types (
    id text NOT NULL,
    version bigint NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    note text,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    manufacturer_id text,
    operating_class text,
    positions bigint
);

CREATE TABLE mail_files (
    mail_id text NOT NULL,
    nr bigint NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    content text NOT NULL,
    size bigint NOT NULL,
    created_at bigint NOT NULL
);

CREATE TABLE mails (
    id text NOT NULL,
    tenant_id text NOT NULL,
    user_id text,
    kind text NOT NULL,
    address text NOT NULL,
    language text NOT NULL,
    data text NOT NULL,
    state text NOT NULL,
    attempts bigint NOT NULL,
    next_at bigint NOT NULL,
    problem text,
    sealed text,
    search text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    sent_at bigint,
    version bigint NOT NULL,
    archived_at bigint
);

CREATE TABLE manual_readings (
    id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    slot_id text NOT NULL,
    version bigint NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    state text NOT NULL,
    kind text NOT NULL,
    at bigint NOT NULL,
    gaming_day text NOT NULL,
    meters text NOT NULL,
    cause text NOT NULL,
    entered_by text NOT NULL,
    moved_minor bigint NOT NULL,
    currency text NOT NULL,
    effect text NOT NULL,
    taken_back_by text,
    taken_back_at bigint,
    taken_back_reason text,
    import_id text
);

CREATE TABLE manufacturers (
    id text NOT NULL,
    version bigint NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    note text,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    full_name text,
    country text
);

CREATE TABLE many_items (
    job_id text NOT NULL,
    entity_id text NOT NULL,
    state text NOT NULL,
    code text,
    fields text,
    seq bigint NOT NULL,
    changed_at bigint,
    was text,
    wanted text,
    from_version bigint,
    left_version bigint
);

CREATE TABLE many_jobs (
    search text NOT NULL,
    tenant_id text NOT NULL,
    action text NOT NULL,
    state text NOT NULL,
    input text NOT NULL,
    created_by text NOT NULL,
    created_by_name text NOT NULL,
    list text NOT NULL,
    reason text,
    task_id text,
    actor_kind text,
    actor_id text,
    actor_name text,
    actor_tenant_id text,
    version bigint NOT NULL,
    total bigint NOT NULL,
    planned bigint NOT NULL,
    done bigint NOT NULL,
    skipped bigint NOT NULL,
    failed bigint NOT NULL,
    stopped bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    unchanged bigint NOT NULL,
    archived_at bigint,
    confirmed_at bigint,
    started_at bigint,
    finished_at bigint,
    id text NOT NULL,
    origin_id text,
    wave_size bigint DEFAULT 250 NOT NULL,
    wave_pause_ms bigint DEFAULT 0 NOT NULL,
    next_wave_at bigint
);

CREATE TABLE mechanical_readings (
    id text NOT NULL,
    slot_id text NOT NULL,
    tenant_id text NOT NULL,
    currency text NOT NULL,
    entered_by text NOT NULL,
    entered_by_name text NOT NULL,
    read_at bigint NOT NULL,
    entered_at bigint NOT NULL,
    price_per_impulse_minor bigint NOT NULL,
    factor_in bigint NOT NULL,
    factor_out bigint NOT NULL,
    factor_jackpot bigint NOT NULL,
    baseline bigint NOT NULL,
    mech_in bigint,
    mech_out bigint,
    mech_jackpot bigint,
    reason text
);

CREATE TABLE message_edits (
    id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    slot_id text NOT NULL,
    smib_id text NOT NULL,
    version bigint NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    state text NOT NULL,
    bucket text NOT NULL,
    does text NOT NULL,
    run bigint NOT NULL,
    message_seq_nr bigint NOT NULL,
    message_at bigint NOT NULL,
    at bigint NOT NULL,
    nano bigint NOT NULL,
    item text NOT NULL,
    gaming_day text NOT NULL,
    before text NOT NULL,
    after text NOT NULL,
    kept text NOT NULL,
    cause text NOT NULL,
    edited_by text NOT NULL,
    moved_minor bigint NOT NULL,
    currency text NOT NULL,
    effect text NOT NULL,
    taken_back_by text,
    taken_back_at bigint,
    taken_back_reason text
);

CREATE TABLE stored_messages (
    smib_nr bigint NOT NULL,
    slot_nr bigint,
    tenant_nr bigint NOT NULL,
    location_nr bigint NOT NULL,
    run bigint NOT NULL,
    message_seq_nr bigint NOT NULL,
    event_seq_nr bigint,
    server_time bigint NOT NULL,
    server_nano bigint NOT NULL,
    own_time bigint,
    received_at bigint NOT NULL,
    kind text NOT NULL,
    digest text NOT NULL,
    event_count bigint NOT NULL,
    counter_count bigint NOT NULL
)
PARTITION BY RANGE (server_time);

CREATE VIEW messages AS
 SELECT ( SELECT s.id
           FROM short_ids s
          WHERE (s.nr = r.smib_nr)) AS smib_id,
    ( SELECT s.id
           FROM short_ids s
          WHERE (s.nr = r.slot_nr)) AS slot_id,
    ( SELECT s.id
           FROM short_ids s
          WHERE (s.nr = r.tenant_nr)) AS tenant_id,
    ( SELECT s.id
           FROM short_ids s
          WHERE (s.nr = r.location_nr)) AS location_id,
    r.run,
    r.message_seq_nr,
    r.event_seq_nr,
    r.server_time,
    r.server_nano,
    r.own_time,
    r.received_at,
    r.kind,
    r.digest,
    r.event_count,
    r.counter_count,
    r.smib_nr,
    r.slot_nr,
    r.tenant_nr,
    r.location_nr
   FROM stored_messages r;

CREATE TABLE meter_explanations (
    id text NOT NULL,
    slot_id text NOT NULL,
    tenant_id text NOT NULL,
    code text NOT NULL,
    by_name text NOT NULL,
    compared_from bigint NOT NULL,
    compared_to bigint NOT NULL,
    at bigint NOT NULL,
    difference_in_minor bigint,
    difference_out_minor bigint,
    difference_jackpot_minor bigint,
    note text
);

CREATE TABLE meter_sheet_entries (
    id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    slot_id text NOT NULL,
    search text NOT NULL,
    day text NOT NULL,
    entered_by text NOT NULL,
    currency text NOT NULL,
    state text NOT NULL,
    version bigint NOT NULL,
    read_at bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    read_in bigint,
    expected_in bigint,
    difference_in_minor bigint,
    tolerance_in_minor bigint,
    read_out bigint,
    expected_out bigint,
    difference_out_minor bigint,
    tolerance_out_minor bigint,
    read_jackpot bigint,
    expected_jackpot bigint,
    difference_jackpot_minor bigint,
    tolerance_jackpot_minor bigint,
    absolute_minor bigint,
    reason text,
    archived_at bigint
);

CREATE TABLE monthly_reports (
    id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    currency text NOT NULL,
    state text NOT NULL,
    month text NOT NULL,
    hours_known bigint NOT NULL,
    hours_expected bigint NOT NULL,
    held bigint NOT NULL,
    collected_minor bigint NOT NULL,
    paid_minor bigint NOT NULL,
    takings_minor bigint NOT NULL,
    difference_minor bigint NOT NULL,
    starts_at bigint NOT NULL,
    ends_at bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    days_closed bigint NOT NULL,
    days bigint NOT NULL,
    archived_at bigint,
    version bigint DEFAULT 1 NOT NULL,
    search text DEFAULT ''::text NOT NULL,
    seal_id text,
    sealed_by text,
    document text,
    logo text
);

CREATE TABLE notification_channels (
    id text NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    sent_to text NOT NULL,
    format text NOT NULL,
    language text NOT NULL,
    severities text NOT NULL,
    kinds text NOT NULL,
    locations text NOT NULL,
    location_id text,
    address text,
    sealed text,
    recipient text,
    header text,
    template text,
    wording text,
    quiet_from text,
    quiet_to text,
    test_problem text,
    test_answer text,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    enabled bigint NOT NULL,
    alarms_in_quiet bigint NOT NULL,
    archived_at bigint,
    secured_at bigint,
    tested_at bigint,
    test_ms bigint,
    test_code bigint
);

CREATE TABLE notification_mails (
    user_id text NOT NULL,
    notification_id text NOT NULL,
    escalated bigint NOT NULL,
    due_at bigint NOT NULL
);

CREATE TABLE notification_receipts (
    user_id text NOT NULL,
    notification_id text NOT NULL,
    seen_at bigint,
    confirmed_at bigint,
    dismissed_at bigint
);

CREATE TABLE notification_subscriptions (
    user_id text NOT NULL,
    template text NOT NULL,
    scope text NOT NULL,
    in_app bigint,
    email bigint
);

CREATE TABLE notification_templates (
    tenant_id text NOT NULL,
    template text NOT NULL,
    en text,
    ro text,
    pt text,
    version bigint NOT NULL,
    updated_at bigint NOT NULL,
    updated_by text NOT NULL
);

CREATE TABLE notification_wishes (
    user_id text NOT NULL,
    quiet_from bigint,
    quiet_to bigint,
    alarms_in_quiet bigint NOT NULL,
    escalations bigint NOT NULL
);

CREATE TABLE notifications (
    id text NOT NULL,
    tenant_id text NOT NULL,
    resource_type text NOT NULL,
    resource_id text NOT NULL,
    resource_details text NOT NULL,
    template text NOT NULL,
    data text NOT NULL,
    severity text NOT NULL,
    first_at bigint NOT NULL,
    at bigint NOT NULL,
    count bigint NOT NULL,
    search text DEFAULT ''::text NOT NULL,
    content text,
    fanned_at bigint,
    escalate_at bigint,
    place text DEFAULT ''::text NOT NULL,
    request_id text,
    request_kind text,
    asked_by_id text,
    open_until bigint,
    to_user_id text,
    about_kind text,
    about_id text
);

CREATE TABLE omitted_readings (
    slot_id text NOT NULL,
    game_nr bigint NOT NULL,
    at bigint NOT NULL,
    nano bigint NOT NULL,
    seq bigint NOT NULL,
    smib_id text NOT NULL,
    tenant_id text NOT NULL,
    edit_id text NOT NULL
);

CREATE TABLE on_call_orders (
    id text NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    name text NOT NULL,
    time_zone text NOT NULL,
    starts_on text NOT NULL,
    turn_time text NOT NULL,
    people text NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    turn_hours bigint NOT NULL,
    archived_at bigint
);

CREATE TABLE onjn_exclusions (
    id text NOT NULL,
    version bigint NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    hash text NOT NULL,
    generation bigint NOT NULL,
    mark text NOT NULL,
    added_on text,
    valid_from bigint NOT NULL,
    removed_at bigint
);

CREATE TABLE onjn_lists (
    tenant_id text NOT NULL,
    as_of bigint NOT NULL
);

CREATE TABLE users (
    id text NOT NULL,
    tenant_id text NOT NULL,
    version bigint NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    username text NOT NULL,
    username_key text NOT NULL,
    full_name text NOT NULL,
    job_title text,
    email text,
    email_verified integer NOT NULL,
    phone text,
    password_hash text NOT NULL,
    password_changed_at bigint NOT NULL,
    enabled integer NOT NULL,
    language text,
    time_zone text,
    lookalike_key text,
    password_unset integer DEFAULT 0 NOT NULL
);

CREATE TABLE work_orders (
    id text NOT NULL,
    tenant_id text NOT NULL,
    slot_id text NOT NULL,
    location_id text NOT NULL,
    search text NOT NULL,
    title text NOT NULL,
    state text NOT NULL,
    due_on text NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    assignee text,
    description text,
    work_done text,
    parts text,
    next_due_on text,
    out_of_play bigint,
    finished_at bigint,
    archived_at bigint,
    next_order_id text
);

CREATE VIEW open_work AS
 SELECT anomalies.id,
    anomalies.tenant_id,
    anomalies.location_id,
    anomalies.slot_id,
    'anomaly'::text AS kind,
    anomalies.rule AS what,
    anomalies.state,
    anomalies.first_at AS since,
    anomalies.due_on,
    anomalies.assignee_id,
    anomalies.version,
    anomalies.search,
    anomalies.archived_at,
    anomalies.created_at,
    anomalies.updated_at
   FROM anomalies
  WHERE ((anomalies.state <> 'cleared'::text) AND (anomalies.assignee_id IS NOT NULL))
UNION ALL
 SELECT repairs.id,
    repairs.tenant_id,
    repairs.location_id,
    repairs.slot_id,
    'repair'::text AS kind,
    repairs.kind AS what,
    repairs.state,
    repairs.crossing AS since,
    repairs.due_on,
    repairs.assignee_id,
    repairs.version,
    repairs.search,
    repairs.archived_at,
    repairs.created_at,
    repairs.updated_at
   FROM repairs
  WHERE ((repairs.state = ANY (ARRAY['open'::text, 'contested'::text])) AND (repairs.assignee_id IS NOT NULL))
UNION ALL
 SELECT w.id,
    w.tenant_id,
    w.location_id,
    w.slot_id,
    'work-order'::text AS kind,
    w.title AS what,
    w.state,
    w.created_at AS since,
    w.due_on,
    u.id AS assignee_id,
    w.version,
    w.search,
    w.archived_at,
    w.created_at,
    w.updated_at
   FROM (users u
     JOIN work_orders w ON (((w.tenant_id = u.tenant_id) AND (lower(w.assignee) = u.username))))
  WHERE ((w.state = ANY (ARRAY['open'::text, 'in_progress'::text])) AND (w.archived_at IS NULL));

CREATE VIEW openings AS
 SELECT m.id,
    m.tenant_id,
    m.location_id,
    m.slot_id,
    m.version,
    m.archived_at,
    m.created_at,
    m.updated_at,
    s.serial,
    m.at,
    m.gaming_day,
    m.meters,
    l.time_zone
   FROM ((manual_readings m
     JOIN slots s ON ((s.id = m.slot_id)))
     JOIN locations l ON ((l.id = m.location_id)))
  WHERE ((m.kind = 'opening'::text) AND (m.state = 'counts'::text));

CREATE TABLE passkey_challenges (
    hash text NOT NULL,
    user_id text NOT NULL,
    purpose text NOT NULL,
    expires_at bigint NOT NULL
);

CREATE TABLE passkeys (
    id text NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL,
    credential_id text NOT NULL,
    public_key text NOT NULL,
    counter bigint NOT NULL,
    transports text NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint,
    rp_host text
);

CREATE TABLE password_links (
    id text NOT NULL,
    user_id text NOT NULL,
    purpose text NOT NULL,
    asked_by text NOT NULL,
    token_hash text NOT NULL,
    address text,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ended_at bigint,
    ended_reason text
);

CREATE TABLE payment_log (
    id text NOT NULL,
    version bigint NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    location_id text NOT NULL,
    slot_id text NOT NULL,
    state text NOT NULL,
    occurred_at bigint NOT NULL,
    amount_minor bigint NOT NULL,
    currency text NOT NULL,
    aft_transaction_id text,
    aft_code text,
    credits_before bigint,
    credits_after bigint,
    transaction_id text NOT NULL,
    event_id text NOT NULL,
    fingerprint text NOT NULL,
    from_state text,
    to_state text NOT NULL,
    actor_name text NOT NULL
);

CREATE TABLE payment_merchants (
    id text NOT NULL,
    version bigint NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    merchant_id text NOT NULL,
    legal_name text NOT NULL,
    fiscal_code text,
    iban text,
    environment text NOT NULL,
    enabled bigint NOT NULL,
    limit_minor bigint NOT NULL,
    currency text NOT NULL,
    generation bigint NOT NULL,
    rotated_at bigint,
    previous_until bigint
);

CREATE TABLE payment_transactions (
    id text NOT NULL,
    version bigint NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    location_id text NOT NULL,
    slot_id text NOT NULL,
    state text NOT NULL,
    occurred_at bigint NOT NULL,
    amount_minor bigint NOT NULL,
    currency text NOT NULL,
    aft_transaction_id text,
    aft_code text,
    credits_before bigint,
    credits_after bigint,
    provider_ref text NOT NULL,
    direction text NOT NULL,
    player_ref text,
    expires_at bigint,
    settled_at bigint,
    in_doubt text,
    over_limit bigint NOT NULL,
    reset_command_id text
);

CREATE TABLE period_locks (
    owner_id text NOT NULL,
    tenant_id text NOT NULL,
    through text NOT NULL,
    reason text NOT NULL,
    set_by text NOT NULL,
    set_at bigint NOT NULL
);

CREATE TABLE permissions (
    id text NOT NULL,
    version bigint NOT NULL,
    name text NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    entity text NOT NULL,
    kind text NOT NULL,
    system_only integer NOT NULL
);

CREATE TABLE player_documents (
    tenant_id text NOT NULL,
    hash text NOT NULL,
    generation bigint NOT NULL,
    player_id text NOT NULL,
    document_type text NOT NULL,
    document text NOT NULL
);

CREATE TABLE player_pictures (
    id text NOT NULL,
    tenant_id text NOT NULL,
    player_id text NOT NULL,
    kind text NOT NULL,
    mark text NOT NULL,
    sealed text NOT NULL,
    added_at bigint NOT NULL,
    added_by text NOT NULL
);

CREATE TABLE player_scans (
    id text NOT NULL,
    version bigint NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    location_id text NOT NULL,
    player_id text,
    document_type text,
    document text,
    answer text NOT NULL,
    cause text NOT NULL,
    shown text NOT NULL,
    list_as_of bigint,
    device text,
    operator_name text NOT NULL,
    took_ms bigint NOT NULL
);

CREATE TABLE players (
    id text NOT NULL,
    version bigint NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    name text NOT NULL,
    details text,
    document_type text NOT NULL,
    document text NOT NULL,
    nationality text,
    note text
);

CREATE TABLE presence_limits (
    kind text NOT NULL,
    owner_id text NOT NULL,
    stale_ms bigint,
    offline_ms bigint
);

CREATE TABLE present_totals (
    table_name text NOT NULL,
    tenant_id text NOT NULL,
    nr bigint NOT NULL,
    total bigint NOT NULL
);

ALTER TABLE present_totals ALTER COLUMN nr ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME present_totals_nr_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE protocols (
    id text NOT NULL,
    version bigint NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    note text,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    protocol_family text NOT NULL
);

CREATE TABLE push_browsers (
    id text NOT NULL,
    user_id text NOT NULL,
    endpoint_hash text NOT NULL,
    sealed text NOT NULL,
    sent_to text NOT NULL,
    name text NOT NULL,
    severity text NOT NULL,
    created_at bigint NOT NULL
);

CREATE TABLE raw_archive_days (
    location_id text NOT NULL,
    day text NOT NULL,
    tenant_id text NOT NULL,
    readings bigint NOT NULL,
    messages bigint NOT NULL,
    finished_at bigint NOT NULL
);

CREATE TABLE raw_archive_pieces (
    archive_id text NOT NULL,
    nr bigint NOT NULL,
    content text NOT NULL,
    tenant_id text DEFAULT ''::text NOT NULL
);

CREATE TABLE raw_archives (
    id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    day text NOT NULL,
    stream text NOT NULL,
    part bigint NOT NULL,
    rows bigint NOT NULL,
    bytes bigint NOT NULL,
    sha256 text NOT NULL,
    from_at bigint NOT NULL,
    to_at bigint NOT NULL,
    version bigint NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);

CREATE TABLE reading_floors (
    slot_id text NOT NULL,
    game_nr bigint NOT NULL,
    tenant_id text NOT NULL,
    at bigint NOT NULL,
    nano bigint NOT NULL,
    seq bigint NOT NULL,
    smib_id text NOT NULL
);

ALTER TABLE reading_terms ALTER COLUMN nr ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME reading_terms_nr_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE refresh_tokens (
    token_hash text NOT NULL,
    family_id text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint
);

CREATE TABLE refused_messages (
    tenant_id text NOT NULL,
    smib_id text NOT NULL,
    digest text NOT NULL,
    code text NOT NULL,
    message_seq_nr bigint,
    body text NOT NULL,
    first_at bigint NOT NULL,
    last_at bigint NOT NULL,
    times bigint NOT NULL
);

CREATE TABLE repair_rulings (
    slot_id text NOT NULL,
    game_nr bigint NOT NULL,
    crossing bigint NOT NULL,
    tenant_id text NOT NULL,
    body text NOT NULL
);

CREATE TABLE report_schedules (
    id text NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    formats text NOT NULL,
    language text NOT NULL,
    recipients text NOT NULL,
    location_id text,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    hour bigint NOT NULL,
    waits_days bigint NOT NULL,
    since bigint NOT NULL,
    archived_at bigint
);

CREATE TABLE report_sending_files (
    id text NOT NULL,
    sending_id text NOT NULL,
    location_id text NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    content text NOT NULL,
    nr bigint NOT NULL,
    size bigint NOT NULL,
    created_at bigint NOT NULL
);

CREATE TABLE report_sendings (
    id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    schedule_id text NOT NULL,
    search text NOT NULL,
    kind text NOT NULL,
    period text NOT NULL,
    state text NOT NULL,
    sent_to text NOT NULL,
    problem text,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    due_at bigint NOT NULL,
    wait_until bigint NOT NULL,
    next_at bigint NOT NULL,
    attempts bigint NOT NULL,
    files bigint NOT NULL,
    archived_at bigint,
    told_at bigint,
    sent_at bigint
);

CREATE TABLE role_permissions (
    role_id text NOT NULL,
    permission text NOT NULL
);

CREATE TABLE roles (
    id text NOT NULL,
    tenant_id text NOT NULL,
    version bigint NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    name text NOT NULL,
    built_in integer NOT NULL,
    note text
);

CREATE TABLE saved_views (
    id text NOT NULL,
    version bigint NOT NULL,
    tenant_id text NOT NULL,
    owner_id text NOT NULL,
    page text NOT NULL,
    name text NOT NULL,
    search text NOT NULL,
    shared integer NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);

CREATE TABLE seal_files (
    sha256 text NOT NULL,
    seal_id text NOT NULL,
    format text NOT NULL,
    issued_at bigint NOT NULL
);

CREATE TABLE seal_heads (
    location_id text NOT NULL,
    tenant_id text NOT NULL,
    hash text NOT NULL,
    key_id text NOT NULL,
    perpetual text NOT NULL,
    number bigint NOT NULL,
    sealed_at bigint NOT NULL
);

CREATE TABLE seal_keys (
    seq bigint NOT NULL,
    id text NOT NULL,
    public_key text NOT NULL,
    sealed text,
    change text,
    old_signature text,
    new_signature text,
    created_at bigint NOT NULL
);

CREATE TABLE seal_runs (
    location_id text NOT NULL,
    month text NOT NULL,
    tenant_id text NOT NULL,
    task_id text NOT NULL
);

CREATE TABLE seals (
    id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    kind text NOT NULL,
    period text NOT NULL,
    currency text NOT NULL,
    subject text NOT NULL,
    code text NOT NULL,
    hash text NOT NULL,
    signature text NOT NULL,
    paper text NOT NULL,
    key_id text NOT NULL,
    body text NOT NULL,
    number bigint NOT NULL,
    revision bigint NOT NULL,
    sealed_at bigint NOT NULL
);

CREATE TABLE second_factors (
    user_id text NOT NULL,
    sealed text NOT NULL,
    recovery text NOT NULL,
    last_step bigint NOT NULL,
    created_at bigint NOT NULL,
    confirmed_at bigint,
    app_at bigint
);

CREATE TABLE self_exclusions (
    id text NOT NULL,
    version bigint NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    player_id text NOT NULL,
    location_id text,
    reason text,
    valid_from bigint NOT NULL,
    until_date text,
    valid_to bigint,
    cancelled_at bigint,
    cancelled_by text,
    cancel_reason text,
    source text NOT NULL,
    document_no text,
    registered_at bigint NOT NULL,
    min_until bigint NOT NULL
);

CREATE TABLE sequence_breaks (
    id text NOT NULL,
    smib_id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    kind text NOT NULL,
    slot_id text,
    run bigint NOT NULL,
    from_seq bigint NOT NULL,
    to_seq bigint NOT NULL,
    at bigint NOT NULL,
    created_at bigint NOT NULL,
    closed_at bigint,
    first_seq bigint,
    last_seq bigint
);

CREATE VIEW sequence_gaps AS
 SELECT sequence_breaks.id,
    sequence_breaks.smib_id,
    sequence_breaks.slot_id,
    sequence_breaks.tenant_id,
    sequence_breaks.location_id,
    sequence_breaks.run,
    sequence_breaks.from_seq,
    sequence_breaks.to_seq AS message_seq_nr,
    sequence_breaks.at AS server_time,
    0 AS server_nano,
    sequence_breaks.created_at AS received_at,
    sequence_breaks.closed_at,
    sequence_breaks.first_seq,
    sequence_breaks.last_seq
   FROM sequence_breaks
  WHERE (sequence_breaks.kind = 'gap'::text);

CREATE TABLE sequence_runs (
    smib_id text NOT NULL,
    run bigint NOT NULL,
    started_at bigint NOT NULL,
    min_seq bigint NOT NULL,
    max_seq bigint NOT NULL,
    max_numbered bigint DEFAULT 1 NOT NULL
);

CREATE TABLE share_links (
    id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    search text NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    target text NOT NULL,
    document text NOT NULL,
    period text NOT NULL,
    token_hash text NOT NULL,
    starts_with text NOT NULL,
    created_by text NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    revision bigint NOT NULL,
    expires_at bigint NOT NULL,
    opened bigint NOT NULL,
    archived_at bigint,
    revoked_at bigint,
    last_opened_at bigint,
    last_opened_address text,
    created_by_id text DEFAULT ''::text NOT NULL
);

CREATE TABLE share_snapshots (
    id text NOT NULL,
    tenant_id text NOT NULL,
    content text NOT NULL,
    created_at bigint NOT NULL
);

CREATE TABLE shift_handovers (
    id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    number text NOT NULL,
    search text NOT NULL,
    state text NOT NULL,
    time_zone text NOT NULL,
    sheet text NOT NULL,
    handed_over_by_id text NOT NULL,
    handed_over_by text NOT NULL,
    version bigint NOT NULL,
    seq bigint NOT NULL,
    from_at bigint NOT NULL,
    to_at bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    remarks text,
    taken_over_by_id text,
    taken_over_by text,
    taken_over_remarks text,
    taken_over_at bigint,
    archived_at bigint
);

ALTER TABLE short_ids ALTER COLUMN nr ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME short_ids_nr_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE slot_controls (
    slot_id text NOT NULL,
    tenant_id text NOT NULL,
    aft_status text,
    aft_asset_no bigint,
    aft_pos_id text,
    aft_at bigint,
    unassign_rule text,
    rule_version bigint NOT NULL
);

CREATE TABLE slot_data (
    smib_id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    data text NOT NULL,
    slot_id text,
    run bigint NOT NULL,
    message_seq_nr bigint NOT NULL,
    server_time bigint NOT NULL,
    server_nano bigint NOT NULL,
    sent_at bigint NOT NULL
);

CREATE TABLE slot_day_closings (
    location_id text NOT NULL,
    day text NOT NULL,
    slot_id text NOT NULL,
    currency text NOT NULL,
    tenant_id text NOT NULL,
    moved text NOT NULL,
    sums text NOT NULL,
    quality text NOT NULL,
    opening text,
    closing text,
    denomination_minor bigint NOT NULL
);

CREATE TABLE slot_doors (
    slot_id text NOT NULL,
    door text NOT NULL,
    opened_at bigint,
    closed_at bigint
);

CREATE TABLE slot_history (
    tenant_id text NOT NULL,
    slot_id text NOT NULL,
    valid_from bigint NOT NULL,
    origin text NOT NULL,
    location_id text NOT NULL,
    currency text NOT NULL,
    denomination_minor bigint NOT NULL,
    theoretical_rtp bigint,
    game_mix text,
    fastest_game_ms bigint,
    highest_bet bigint,
    top_award bigint,
    highest_note bigint
);

CREATE TABLE slot_search (
    slot_nr bigint NOT NULL,
    words text NOT NULL,
    tenant_id text NOT NULL,
    archived bigint NOT NULL
);

CREATE TABLE slot_sets (
    tenant_id text NOT NULL,
    digest bigint NOT NULL,
    slots text NOT NULL
);

CREATE TABLE slot_sort_keys (
    id text NOT NULL,
    tenant_id text NOT NULL,
    archived_at bigint,
    serial text,
    manufacturer text,
    status text,
    lock_state text,
    created_at bigint,
    updated_at bigint,
    asset_no text,
    machine_type text,
    game_mix text
);

CREATE TABLE slot_spans (
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    span text NOT NULL,
    slot_id text NOT NULL,
    game_nr bigint NOT NULL,
    currency text NOT NULL,
    coin_in bigint NOT NULL,
    coin_out bigint NOT NULL,
    jackpot bigint NOT NULL,
    handpaid_cancelled bigint NOT NULL,
    games_played bigint NOT NULL,
    games_won bigint NOT NULL,
    bills_in bigint NOT NULL,
    ticket_in bigint NOT NULL,
    ticket_out bigint NOT NULL,
    electronic_in bigint NOT NULL,
    electronic_out bigint NOT NULL,
    hopper_out bigint NOT NULL,
    total_drop bigint NOT NULL,
    coins_in bigint NOT NULL
);

CREATE TABLE smib_feeds (
    smib_id text NOT NULL,
    slot_id text,
    run bigint NOT NULL,
    run_started_at bigint NOT NULL,
    min_seq bigint NOT NULL,
    max_seq bigint NOT NULL,
    last_at bigint NOT NULL,
    batches bigint NOT NULL,
    placings bigint DEFAULT 0 NOT NULL,
    max_numbered bigint DEFAULT 1 NOT NULL
)
WITH (fillfactor='30');

CREATE TABLE smib_firmware (
    smib_id text NOT NULL,
    tenant_id text NOT NULL,
    firmware text NOT NULL,
    reported_at bigint NOT NULL
);

CREATE TABLE smib_history (
    tenant_id text NOT NULL,
    smib_id text NOT NULL,
    valid_from bigint NOT NULL,
    origin text NOT NULL,
    slot_id text
);

CREATE TABLE smib_logs (
    smib_id text NOT NULL,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    level text NOT NULL,
    text text NOT NULL,
    slot_id text,
    source text,
    run bigint NOT NULL,
    message_seq_nr bigint NOT NULL,
    line_nr bigint NOT NULL,
    server_time bigint NOT NULL,
    server_nano bigint NOT NULL,
    received_at bigint NOT NULL
);

CREATE TABLE smib_slots (
    smib_id text NOT NULL,
    slot_id text NOT NULL
);

CREATE TABLE smib_sort_keys (
    id text NOT NULL,
    tenant_id text NOT NULL,
    archived_at bigint,
    mac text,
    created_at bigint,
    updated_at bigint,
    firmware text,
    poll_ms bigint
);

CREATE TABLE smibs (
    id text NOT NULL,
    version bigint NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    mac text NOT NULL,
    firmware text,
    network text,
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    slot_id text,
    poll_ms bigint NOT NULL,
    test_mode integer NOT NULL,
    log_mode integer NOT NULL,
    last_seen_at bigint,
    online_since bigint,
    last_message_seq bigint,
    test_mode_since bigint,
    log_mode_since bigint,
    password_set_at bigint,
    password_hash text,
    serial text,
    broker text,
    last_reading_at bigint,
    clock_offset bigint DEFAULT 0 NOT NULL,
    held_since bigint DEFAULT 0 NOT NULL,
    custom text,
    custom_folded text
);

CREATE TABLE span_days (
    tenant_id text NOT NULL,
    location_id text NOT NULL,
    day text NOT NULL,
    summed bigint NOT NULL,
    changed bigint NOT NULL
);

CREATE TABLE sso_answered (
    state_hash text NOT NULL,
    expires_at bigint NOT NULL
);

CREATE TABLE sso_identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id text NOT NULL,
    created_at bigint NOT NULL
);

CREATE TABLE stored_hours_before (
    slot_nr bigint NOT NULL,
    hour_start bigint NOT NULL,
    game_nr bigint NOT NULL,
    location_nr bigint NOT NULL,
    denomination_minor bigint NOT NULL,
    tenant_nr bigint NOT NULL,
    currency text NOT NULL,
    readings bigint NOT NULL,
    coin_in bigint NOT NULL,
    coin_out bigint NOT NULL,
    jackpot bigint NOT NULL,
    handpaid_cancelled bigint NOT NULL,
    games_played bigint NOT NULL,
    games_won bigint NOT NULL,
    bills_in bigint NOT NULL,
    ticket_in bigint NOT NULL,
    ticket_out bigint NOT NULL,
    electronic_in bigint NOT NULL,
    electronic_out bigint NOT NULL,
    hopper_out bigint NOT NULL,
    total_drop bigint NOT NULL,
    coins_in bigint NOT NULL
)
WITH (fillfactor='45');

CREATE TABLE stored_hours_other (
    slot_nr bigint NOT NULL,
    hour_start bigint NOT NULL,
    game_nr bigint NOT NULL,
    location_nr bigint NOT NULL,
    denomination_minor bigint NOT NULL,
    tenant_nr bigint NOT NULL,
    currency text NOT NULL,
    readings bigint NOT NULL,
    coin_in bigint NOT NULL,
    coin_out bigint NOT NULL,
    jackpot bigint NOT NULL,
    handpaid_cancelled bigint NOT NULL,
    games_played bigint NOT NULL,
    games_won bigint NOT NULL,
    bills_in bigint NOT NULL,
    ticket_in bigint NOT NULL,
    ticket_out bigint NOT NULL,
    electronic_in bigint NOT NULL,
    electronic_out bigint NOT NULL,
    hopper_out bigint NOT NULL,
    total_drop bigint NOT NULL,
    coins_in bigint NOT NULL
)
WITH (fillfactor='45');

CREATE TABLE stored_messages_before (
    smib_nr bigint NOT NULL,
    slot_nr bigint,
    tenant_nr bigint NOT NULL,
    location_nr bigint NOT NULL,
    run bigint NOT NULL,
    message_seq_nr bigint NOT NULL,
    event_seq_nr bigint,
    server_time bigint NOT NULL,
    server_nano bigint NOT NULL,
    own_time bigint,
    received_at bigint NOT NULL,
    kind text NOT NULL,
    digest text NOT NULL,
    event_count bigint NOT NULL,
    counter_count bigint NOT NULL
);

CREATE TABLE stored_messages_other (
    smib_nr bigint NOT NULL,
    slot_nr bigint,
    tenant_nr bigint NOT NULL,
    location_nr bigint NOT NULL,
    run bigint NOT NULL,
    message_seq_nr bigint NOT NULL,
    event_seq_nr bigint,
    server_time bigint NOT NULL,
    server_nano bigint NOT NULL,
    own_time bigint,
    received_at bigint NOT NULL,
    kind text NOT NULL,
    digest text NOT NULL,
    event_count bigint NOT NULL,
    counter_count bigint NOT NULL
);

CREATE TABLE stored_readings_before (
    slot_nr bigint NOT NULL,
    tenant_nr bigint NOT NULL,
    location_nr bigint NOT NULL,
    game_nr bigint NOT NULL,
    message_seq_nr bigint NOT NULL,
    server_time bigint NOT NULL,
    server_nano bigint NOT NULL,
    repairs text,
    held text,
    more text,
    coin_in bigint,
    coin_out bigint,
    jackpot bigint,
    handpaid_cancelled bigint,
    games_played bigint,
    games_won bigint,
    bills_in bigint,
    ticket_in bigint,
    ticket_out bigint,
    electronic_in bigint,
    electronic_out bigint,
    hopper_out bigint,
    total_drop bigint,
    coins_in bigint,
    current_credits bigint,
    terms integer NOT NULL
);

CREATE TABLE stored_readings_other (
    slot_nr bigint NOT NULL,
    tenant_nr bigint NOT NULL,
    location_nr bigint NOT NULL,
    game_nr bigint NOT NULL,
    message_seq_nr bigint NOT NULL,
    server_time bigint NOT NULL,
    server_nano bigint NOT NULL,
    repairs text,
    held text,
    more text,
    coin_in bigint,
    coin_out bigint,
    jackpot bigint,
    handpaid_cancelled bigint,
    games_played bigint,
    games_won bigint,
    bills_in bigint,
    ticket_in bigint,
    ticket_out bigint,
    electronic_in bigint,
    electronic_out bigint,
    hopper_out bigint,
    total_drop bigint,
    coins_in bigint,
    current_credits bigint,
    terms integer NOT NULL
);

CREATE TABLE summed_slots (
    slot_id text NOT NULL,
    tenant_id text NOT NULL,
    days_through text NOT NULL,
    hours_before bigint NOT NULL,
    overlap text
);

CREATE TABLE tasks (
    id text NOT NULL,
    version bigint NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    tenant_id text NOT NULL,
    kind text NOT NULL,
    title text NOT NULL,
    input text NOT NULL,
    state text NOT NULL,
    progress bigint NOT NULL,
    progress_note text,
    attempts bigint NOT NULL,
    max_attempts bigint NOT NULL,
    run_after bigint NOT NULL,
    lease_owner text,
    lease_until bigint,
    cancel_requested integer NOT NULL,
    checkpoint text,
    result text,
    error text,
    created_by text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    started_at bigint,
    finished_at bigint
);

CREATE TABLE tenant_day_sums (
    tenant_id text NOT NULL,
    day text NOT NULL,
    currency text NOT NULL,
    places bigint NOT NULL,
    slots bigint NOT NULL,
    hours_known bigint NOT NULL,
    hours_expected bigint NOT NULL,
    coin_in bigint NOT NULL,
    coin_out bigint NOT NULL,
    jackpot bigint NOT NULL,
    bills_in bigint NOT NULL,
    coins_in bigint NOT NULL,
    ticket_in bigint NOT NULL,
    electronic_in bigint NOT NULL,
    ticket_out bigint NOT NULL,
    electronic_out bigint NOT NULL,
    hopper_out bigint NOT NULL,
    handpaid_cancelled bigint NOT NULL,
    total_drop bigint NOT NULL,
    games_played bigint NOT NULL,
    games_won bigint NOT NULL
);

CREATE TABLE tenants (
    id text NOT NULL,
    version bigint NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    name text NOT NULL,
    login_host text NOT NULL,
    currency text NOT NULL,
    time_zone text NOT NULL,
    legal_name text,
    fiscal_code text,
    trade_register_no text,
    licence_no text,
    address text,
    contact_email text,
    phone text,
    deducts_handpaid_jackpots integer NOT NULL,
    allows_registration integer DEFAULT 0 NOT NULL,
    share_capital text
);

CREATE TABLE token_families (
    id text NOT NULL,
    user_id text NOT NULL,
    ip text,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ended_at bigint,
    ended_reason text,
    user_agent text,
    by_sso bigint,
    factor_due bigint,
    proven_at bigint
);

CREATE TABLE unknown_smibs (
    tenant_id text NOT NULL,
    token_id text NOT NULL,
    mac text NOT NULL,
    first_at bigint NOT NULL,
    last_at bigint NOT NULL,
    times bigint NOT NULL
);

CREATE TABLE user_group_members (
    group_id text NOT NULL,
    user_id text NOT NULL
);

CREATE TABLE user_group_roles (
    group_id text NOT NULL,
    role_id text NOT NULL
);

CREATE TABLE user_groups (
    id text NOT NULL,
    version bigint NOT NULL,
    name text NOT NULL,
    search text NOT NULL,
    archived_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    tenant_id text NOT NULL,
    note text,
    member_count bigint NOT NULL
);

CREATE TABLE user_roles (
    user_id text NOT NULL,
    role_id text NOT NULL
);

CREATE TABLE user_settings (
    user_id text NOT NULL,
    name text NOT NULL,
    value text NOT NULL,
    updated_at bigint NOT NULL
);

CREATE TABLE webhook_deliveries (
    id text NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    receiver_id text NOT NULL,
    notification_id text NOT NULL,
    kind text NOT NULL,
    body text NOT NULL,
    state text NOT NULL,
    location_id text,
    answer text,
    problem text,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    attempts bigint NOT NULL,
    replays bigint NOT NULL,
    next_at bigint NOT NULL,
    archived_at bigint,
    answer_code bigint,
    delivered_at bigint,
    user_id text
);

CREATE TABLE webhooks (
    id text NOT NULL,
    tenant_id text NOT NULL,
    search text NOT NULL,
    name text NOT NULL,
    address text NOT NULL,
    kinds text NOT NULL,
    sealed text NOT NULL,
    starts_with text NOT NULL,
    location_id text,
    previous_sealed text,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    enabled bigint NOT NULL,
    archived_at bigint,
    previous_until bigint,
    rotated_at bigint
);

ALTER TABLE ONLY stored_hours ATTACH PARTITION stored_hours_before FOR VALUES FROM (MINVALUE) TO (:month_end);

ALTER TABLE ONLY stored_hours ATTACH PARTITION stored_hours_other DEFAULT;

ALTER TABLE ONLY stored_messages ATTACH PARTITION stored_messages_before FOR VALUES FROM (MINVALUE) TO (:month_end);

ALTER TABLE ONLY stored_messages ATTACH PARTITION stored_messages_other DEFAULT;

ALTER TABLE ONLY stored_readings ATTACH PARTITION stored_readings_before FOR VALUES FROM (MINVALUE) TO (:month_end);

ALTER TABLE ONLY stored_readings ATTACH PARTITION stored_readings_other DEFAULT;

INSERT INTO acl_state (id, version) VALUES ('rules', 1);

INSERT INTO game_mixes (id, version, name, name_key, note, search, archived_at, created_at, updated_at, manufacturer_id, game_count) VALUES ('9a0e00030000000000000001', 1, 'Bell Link Boost', 'bell link boost', NULL, 'bell link boost', NULL, :created_at, :created_at, '9a0e00010000000000000001', 0);

INSERT INTO game_mixes (id, version, name, name_key, note, search, archived_at, created_at, updated_at, manufacturer_id, game_count) VALUES ('9a0e00030000000000000002', 1, 'General', 'general', NULL, 'general', NULL, :created_at, :created_at, '9a0e00010000000000000001', 0);

INSERT INTO game_mixes (id, version, name, name_key, note, search, archived_at, created_at, updated_at, manufacturer_id, game_count) VALUES ('9a0e00030000000000000003', 1, 'Premier', 'premier', NULL, 'premier', NULL, :created_at, :created_at, '9a0e00010000000000000001', 0);

INSERT INTO game_mixes (id, version, name, name_key, note, search, archived_at, created_at, updated_at, manufacturer_id, game_count) VALUES ('9a0e00030000000000000004', 1, 'FV', 'fv', NULL, 'fv', NULL, :created_at, :created_at, '9a0e00010000000000000004', 0);

INSERT INTO game_mixes (id, version, name, name_key, note, search, archived_at, created_at, updated_at, manufacturer_id, game_count) VALUES ('9a0e00030000000000000005', 1, 'Impera', 'impera', NULL, 'impera', NULL, :created_at, :created_at, '9a0e00010000000000000004', 0);

INSERT INTO kysely_migration (name, "timestamp") VALUES ('001-core', '2026-12-01T12:45:07.486Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('002-auth', '2026-12-01T12:45:07.624Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('003-audit', '2026-12-01T12:45:07.686Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('004-rawdata', '2026-12-01T12:45:07.804Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('005-notifications', '2026-12-01T12:45:07.830Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('006-tasks', '2026-12-01T12:45:07.874Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('007-settings', '2026-12-01T12:45:07.882Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('008-control', '2026-12-01T12:45:07.991Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('009-imports', '2026-12-01T12:45:08.063Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('010-exports', '2026-12-01T12:45:08.098Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('011-bulk', '2026-12-01T12:45:08.150Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('012-config', '2026-12-01T12:45:08.222Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('013-entity-groups', '2026-12-01T12:45:08.234Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('014-saved-views', '2026-12-01T12:45:08.258Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('015-active-slots', '2026-12-01T12:45:08.266Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('016-way-back', '2026-12-01T12:45:08.293Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('017-control-gaps', '2026-12-01T12:45:08.343Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('018-archived', '2026-12-01T12:45:08.363Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('019-past-changes', '2026-12-01T12:45:08.386Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('020-present-totals', '2026-12-01T12:45:08.387Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('021-hall-lists', '2026-12-01T12:45:08.390Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('023-sign-in-lanes', '2026-12-01T12:45:08.421Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('024-kiosks', '2026-12-01T12:45:08.450Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('025-audit-seals', '2026-12-01T12:45:08.490Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('026-lock-truth', '2026-12-01T12:45:08.628Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('028-files-and-notifications', '2026-12-01T12:45:08.659Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('029-games-registry', '2026-12-01T12:45:08.762Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('030-slots-registry', '2026-12-01T12:45:08.821Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('032-api-tokens', '2026-12-01T12:45:08.862Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('034-job-waves', '2026-12-01T12:45:08.876Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('037-events-by-code', '2026-12-01T12:45:08.877Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('038-deep-pages', '2026-12-01T12:45:08.887Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('039-open-doors', '2026-12-01T12:45:08.942Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('044-slots-reported-hour', '2026-12-01T12:45:08.963Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('047-coins-in', '2026-12-01T12:45:08.997Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('048-held-readings', '2026-12-01T12:45:09.006Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('050-clocks-ahead', '2026-12-01T12:45:09.009Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('053-slot-data-and-logs', '2026-12-01T12:45:09.048Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('054-marked-readings', '2026-12-01T12:45:09.049Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('055-late-rows', '2026-12-01T12:45:09.054Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('056-what-held', '2026-12-01T12:45:09.190Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('057-what-held-before', '2026-12-01T12:45:09.225Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('059-repairs', '2026-12-01T12:45:09.299Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('062-closed-days', '2026-12-01T12:45:09.356Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('066-aggregation-rules', '2026-12-01T12:45:09.362Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('067-checkpoints', '2026-12-01T12:45:09.388Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('069-people-and-groups', '2026-12-01T12:45:09.452Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('070-acl-rules', '2026-12-01T12:45:09.534Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('077-player-exclusion', '2026-12-01T12:45:09.665Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('078-share-links', '2026-12-01T12:45:09.685Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('079-fiscal-reports', '2026-12-01T12:45:09.735Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('080-seals', '2026-12-01T12:45:09.795Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('081-collector-checkpoints', '2026-12-01T12:45:09.822Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('082-payments', '2026-12-01T12:45:09.893Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('083-mail-and-password-links', '2026-12-01T12:45:09.954Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('084-profile', '2026-12-01T12:45:09.968Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('085-registration', '2026-12-01T12:45:09.978Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('087-second-factor', '2026-12-01T12:45:09.985Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('088-share-capital', '2026-12-01T12:45:09.998Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('089-fiscal-seals', '2026-12-01T12:45:10.046Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('090-jackpots', '2026-12-01T12:45:10.110Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('091-notification-subscriptions', '2026-12-01T12:45:10.174Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('092-columns-configurations', '2026-12-01T12:45:10.185Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('093-sso', '2026-12-01T12:45:10.214Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('095-displays', '2026-12-01T12:45:10.244Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('096-reopenings', '2026-12-01T12:45:10.265Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('097-jackpot-points', '2026-12-01T12:45:10.275Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('098-anomalies', '2026-12-01T12:45:10.323Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('099-second-factor-due', '2026-12-01T12:45:10.336Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('100-ignored-messages', '2026-12-01T12:45:10.373Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('101-reconciliation', '2026-12-01T12:45:10.403Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('102-inspections', '2026-12-01T12:45:10.406Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('103-meter-sheets', '2026-12-01T12:45:10.430Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('104-approvals', '2026-12-01T12:45:10.465Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('105-period-locks', '2026-12-01T12:45:10.498Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('108-avatars', '2026-12-01T12:45:10.530Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('115-jackpot-tellings', '2026-12-01T12:45:10.645Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('116-jackpot-requests', '2026-12-01T12:45:10.682Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('117-jackpot-snapshots', '2026-12-01T12:45:10.715Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('118-manual-readings', '2026-12-01T12:45:10.737Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('119-report-schedules', '2026-12-01T12:45:10.820Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('120-fiscal-layouts', '2026-12-01T12:45:10.838Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('122-webhooks', '2026-12-01T12:45:10.899Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('123-proofs', '2026-12-01T12:45:10.919Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('124-passkeys', '2026-12-01T12:45:10.963Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('126-inside-alerts', '2026-12-01T12:45:10.982Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('127-player-pictures', '2026-12-01T12:45:11.002Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('130-message-edits', '2026-12-01T12:45:11.062Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('131-openings', '2026-12-01T12:45:11.072Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('132-narrow-hours', '2026-12-01T12:45:11.089Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('134-approvals-of-jackpots', '2026-12-01T12:45:11.128Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('135-fiscal-logos', '2026-12-01T12:45:11.142Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('138-factor-of-passkeys', '2026-12-01T12:45:11.158Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('141-payments-of-players', '2026-12-01T12:45:11.175Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('142-scans-of-locations', '2026-12-01T12:45:11.206Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('147-short-ids', '2026-12-01T12:45:11.523Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('150-found-reports', '2026-12-01T12:45:11.526Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('151-mail-files', '2026-12-01T12:45:11.550Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('152-logos-of-months', '2026-12-01T12:45:11.591Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('165-marked-places', '2026-12-01T12:45:11.610Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('166-day-sums', '2026-12-01T12:45:11.638Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('175-refused-messages', '2026-12-01T12:45:11.662Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('176-whole-gaps', '2026-12-01T12:45:11.702Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('180-events-of-a-smib', '2026-12-01T12:45:11.734Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('181-raw-archives', '2026-12-01T12:45:11.802Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('195-placings', '2026-12-01T12:45:11.818Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('196-unknown-smibs', '2026-12-01T12:45:11.829Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('197-months', '2026-12-01T12:45:12.238Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('200-tenant-keys', '2026-12-01T12:45:12.472Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('201-reading-terms', '2026-12-01T12:45:12.629Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('205-event-sums', '2026-12-01T12:45:12.710Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('206-event-floors', '2026-12-01T12:45:12.738Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('207-shown-columns', '2026-12-01T12:45:12.751Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('212-untold-hours', '2026-12-01T12:45:12.752Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('213-tenant-days', '2026-12-01T12:45:12.858Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('214-slot-limits', '2026-12-01T12:45:12.993Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('220-approval-news', '2026-12-01T12:45:13.043Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('221-approved-edits', '2026-12-01T12:45:13.082Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('222-events-that-matter', '2026-12-01T12:45:13.107Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('227-emptied-sums', '2026-12-01T12:45:13.116Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('233-days-closed-early', '2026-12-01T12:45:13.146Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('237-numbered-messages', '2026-12-01T12:45:13.166Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('238-summed-slots', '2026-12-01T12:45:13.192Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('247-one-identity', '2026-12-01T12:45:13.222Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('248-passkey-hosts', '2026-12-01T12:45:13.230Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('250-import-readings', '2026-12-01T12:45:13.255Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('251-name-keys', '2026-12-01T12:45:13.330Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('253-cut-hours', '2026-12-01T12:45:13.368Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('254-ticket-cents', '2026-12-01T12:45:13.379Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('256-one-approval', '2026-12-01T12:45:13.463Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('258-seal-runs', '2026-12-01T12:45:13.505Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('259-share-snapshots', '2026-12-01T12:45:13.521Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('260-handpays', '2026-12-01T12:45:13.525Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('262-pending-handpays', '2026-12-01T12:45:13.553Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('265-share-link-makers', '2026-12-01T12:45:13.566Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('270-slot-positions-searched', '2026-12-01T12:45:13.571Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('271-silence-by-location', '2026-12-01T12:45:13.583Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('272-shift-handovers', '2026-12-01T12:45:13.614Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('274-bulk-item-status', '2026-12-01T12:45:13.615Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('276-slot-search', '2026-12-01T12:45:13.622Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('295-room-for-updates', '2026-12-01T12:45:13.647Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('296-same-capitals', '2026-12-01T12:45:13.651Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('310-list-orders', '2026-12-01T12:45:13.844Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('311-counted-slots', '2026-12-01T12:45:13.894Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('312-lists-open-by-index', '2026-12-01T12:45:14.091Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('337-one-blank', '2026-12-01T12:45:14.106Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('338-summed-overlap', '2026-12-01T12:45:14.151Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('366-prefix-indexes', '2026-12-01T12:45:14.171Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('367-slot-spans', '2026-12-01T12:45:14.191Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('370-work-orders', '2026-12-01T12:45:14.217Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('371-alarm-rules', '2026-12-01T12:45:14.294Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('372-cleared-alarms', '2026-12-01T12:45:14.299Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('373-handpay-payments', '2026-12-01T12:45:14.326Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('374-notification-channels', '2026-12-01T12:45:14.343Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('375-push-browsers', '2026-12-01T12:45:14.360Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('377-comments', '2026-12-01T12:45:14.406Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('378-assignments', '2026-12-01T12:45:14.490Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('379-next-order', '2026-12-01T12:45:14.495Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('381-half-filled-pages', '2026-12-01T12:45:14.502Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('383-handpays-paid-once', '2026-12-01T12:45:14.528Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('387-acknowledged-alarms', '2026-12-01T12:45:14.534Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('388-alarm-steps', '2026-12-01T12:45:14.563Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('399-counted-words', '2026-12-01T12:45:14.590Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('400-tenants-by-location', '2026-12-01T12:45:14.602Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('402-custom-fields', '2026-12-01T12:45:14.714Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('403-tenants-own-open-rows', '2026-12-01T12:45:14.751Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('411-firmware', '2026-12-01T12:45:14.811Z');

INSERT INTO kysely_migration (name, "timestamp") VALUES ('413-steps-done', '2026-12-01T12:45:14.818Z');

INSERT INTO kysely_migration_lock (id, is_locked) VALUES ('migration_lock', 0);

INSERT INTO machine_types (id, version, name, name_key, note, search, archived_at, created_at, updated_at, manufacturer_id, operating_class, positions) VALUES ('9a0e00020000000000000001', 1, 'VS24', 'vs24', NULL, 'vs24', NULL, :created_at, :created_at, '9a0e00010000000000000001', NULL, 1);

INSERT INTO machine_types (id, version, name, name_key, note, search, archived_at, created_at, updated_at, manufacturer_id, operating_class, positions) VALUES ('9a0e00020000000000000002', 1, 'P-32/32', 'p-32/32', NULL, 'p-32/32', NULL, :created_at, :created_at, '9a0e00010000000000000001', NULL, 1);

INSERT INTO machine_types (id, version, name, name_key, note, search, archived_at, created_at, updated_at, manufacturer_id, operating_class, positions) VALUES ('9a0e00020000000000000003', 1, 'G 27-32', 'g 27-32', NULL, 'g 27-32', NULL, :created_at, :created_at, '9a0e00010000000000000001', NULL, 1);

INSERT INTO machine_types (id, version, name, name_key, note, search, archived_at, created_at, updated_at, manufacturer_id, operating_class, positions) VALUES ('9a0e00020000000000000004', 1, 'G 50-50', 'g 50-50', NULL, 'g 50-50', NULL, :created_at, :created_at, '9a0e00010000000000000001', NULL, 1);

INSERT INTO machine_types (id, version, name, name_key, note, search, archived_at, created_at, updated_at, manufacturer_id, operating_class, positions) VALUES ('9a0e00020000000000000005', 1, 'V.I.P. Eagle', 'v.i.p. eagle', NULL, 'v.i.p. eagle', NULL, :created_at, :created_at, '9a0e00010000000000000004', NULL, 1);

INSERT INTO machine_types (id, version, name, name_key, note, search, archived_at, created_at, updated_at, manufacturer_id, operating_class, positions) VALUES ('9a0e00020000000000000006', 1, 'Panthera', 'panthera', NULL, 'panthera', NULL, :created_at, :created_at, '9a0e00010000000000000004', NULL, 1);

INSERT INTO machine_types (id, version, name, name_key, note, search, archived_at, created_at, updated_at, manufacturer_id, operating_class, positions) VALUES ('9a0e00020000000000000007', 1, 'FV680', 'fv680', NULL, 'fv680', NULL, :created_at, :created_at, '9a0e00010000000000000004', NULL, 1);

INSERT INTO machine_types (id, version, name, name_key, note, search, archived_at, created_at, updated_at, manufacturer_id, operating_class, positions) VALUES ('9a0e00020000000000000008', 1, 'Crystal', 'crystal', NULL, 'crystal', NULL, :created_at, :created_at, '9a0e00010000000000000005', NULL, 1);

INSERT INTO machine_types (id, version, name, name_key, note, search, archived_at, created_at, updated_at, manufacturer_id, operating_class, positions) VALUES ('9a0e00020000000000000009', 1, 'PeakSlant', 'peakslant', NULL, 'peakslant', NULL, :created_at, :created_at, '9a0e00010000000000000005', NULL, 1);

INSERT INTO machine_types (id, version, name, name_key, note, search, archived_at, created_at, updated_at, manufacturer_id, operating_class, positions) VALUES ('9a0e0002000000000000000a', 1, 'Helix', 'helix', NULL, 'helix', NULL, :created_at, :created_at, '9a0e00010000000000000006', NULL, 1);

INSERT INTO machine_types (id, version, name, name_key, note, search, archived_at, created_at, updated_at, manufacturer_id, operating_class, positions) VALUES ('9a0e0002000000000000000b', 1, 'Arc', 'arc', NULL, 'arc', NULL, :created_at, :created_at, '9a0e00010000000000000006', NULL, 1);

INSERT INTO machine_types (id, version, name, name_key, note, search, archived_at, created_at, updated_at, manufacturer_id, operating_class, positions) VALUES ('9a0e0002000000000000000c', 1, 'Avantgarde', 'avantgarde', NULL, 'avantgarde', NULL, :created_at, :created_at, '9a0e0001000000000000000a', NULL, 1);

INSERT INTO machine_types (id, version, name, name_key, note, search, archived_at, created_at, updated_at, manufacturer_id, operating_class, positions) VALUES ('9a0e0002000000000000000d', 1, 'Diamond', 'diamond', NULL, 'diamond', NULL, :created_at, :created_at, '9a0e00010000000000000012', NULL, 8);

INSERT INTO machine_types (id, version, name, name_key, note, search, archived_at, created_at, updated_at, manufacturer_id, operating_class, positions) VALUES ('9a0e0002000000000000000e', 1, 'R8', 'r8', NULL, 'r8', NULL, :created_at, :created_at, '9a0e00010000000000000013', NULL, 8);

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e00010000000000000001', 1, 'EGT', 'egt', NULL, 'egt euro games technology', NULL, :created_at, :created_at, 'Euro Games Technology', 'BG');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e00010000000000000002', 1, 'CT Interactive', 'ct interactive', NULL, 'ct interactive ct interactive, casino technology', NULL, :created_at, :created_at, 'CT Interactive, Casino Technology', 'BG');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e00010000000000000003', 1, 'Magic Coin', 'magic coin', NULL, 'magic coin', NULL, :created_at, :created_at, NULL, 'BG');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e00010000000000000004', 1, 'Novomatic', 'novomatic', NULL, 'novomatic', NULL, :created_at, :created_at, NULL, 'AT');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e00010000000000000005', 1, 'IGT', 'igt', NULL, 'igt international game technology', NULL, :created_at, :created_at, 'International Game Technology', 'US');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e00010000000000000006', 1, 'Aristocrat', 'aristocrat', NULL, 'aristocrat', NULL, :created_at, :created_at, NULL, 'AU');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e00010000000000000007', 1, 'Light & Wonder', 'light & wonder', NULL, 'light & wonder light & wonder: bally, wms, shuffle', NULL, :created_at, :created_at, 'Light & Wonder: Bally, WMS, Shuffle', 'US');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e00010000000000000008', 1, 'Konami', 'konami', NULL, 'konami', NULL, :created_at, :created_at, NULL, 'JP');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e00010000000000000009', 1, 'Ainsworth', 'ainsworth', NULL, 'ainsworth', NULL, :created_at, :created_at, NULL, 'AU');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e0001000000000000000a', 1, 'Merkur', 'merkur', NULL, 'merkur adp merkur', NULL, :created_at, :created_at, 'adp Merkur', 'DE');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e0001000000000000000b', 1, 'Bally Wulff', 'bally wulff', NULL, 'bally wulff', NULL, :created_at, :created_at, NULL, 'DE');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e0001000000000000000c', 1, 'Synot', 'synot', NULL, 'synot', NULL, :created_at, :created_at, NULL, 'CZ');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e0001000000000000000d', 1, 'Apollo Games', 'apollo games', NULL, 'apollo games', NULL, :created_at, :created_at, NULL, 'CZ');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e0001000000000000000e', 1, 'Kajot', 'kajot', NULL, 'kajot', NULL, :created_at, :created_at, NULL, 'CZ');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e0001000000000000000f', 1, 'Zitro', 'zitro', NULL, 'zitro', NULL, :created_at, :created_at, NULL, 'ES');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e00010000000000000010', 1, 'Cirsa', 'cirsa', NULL, 'cirsa cirsa, unidesa', NULL, :created_at, :created_at, 'Cirsa, Unidesa', 'ES');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e00010000000000000011', 1, 'R. Franco', 'r. franco', NULL, 'r. franco recreativos franco', NULL, :created_at, :created_at, 'Recreativos Franco', 'ES');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e00010000000000000012', 1, 'Interblock', 'interblock', NULL, 'interblock', NULL, :created_at, :created_at, NULL, 'SI');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e00010000000000000013', 1, 'Alfastreet', 'alfastreet', NULL, 'alfastreet', NULL, :created_at, :created_at, NULL, 'SI');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e00010000000000000014', 1, 'Gold Club', 'gold club', NULL, 'gold club', NULL, :created_at, :created_at, NULL, 'SI');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e00010000000000000015', 1, 'Amatic', 'amatic', NULL, 'amatic amatic industries', NULL, :created_at, :created_at, 'Amatic Industries', 'AT');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e00010000000000000016', 1, 'Everi', 'everi', NULL, 'everi', NULL, :created_at, :created_at, NULL, 'US');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e00010000000000000017', 1, 'AGS', 'ags', NULL, 'ags', NULL, :created_at, :created_at, NULL, 'US');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e00010000000000000018', 1, 'Incredible Technologies', 'incredible technologies', NULL, 'incredible technologies', NULL, :created_at, :created_at, NULL, 'US');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e00010000000000000019', 1, 'Aruze', 'aruze', NULL, 'aruze', NULL, :created_at, :created_at, NULL, 'JP');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e0001000000000000001a', 1, 'Spintec', 'spintec', NULL, 'spintec', NULL, :created_at, :created_at, NULL, 'SI');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e0001000000000000001b', 1, 'Baum Games', 'baum games', NULL, 'baum games', NULL, :created_at, :created_at, NULL, 'RO');

INSERT INTO manufacturers (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) VALUES ('9a0e0001000000000000001c', 1, 'Videomultigame', 'videomultigame', NULL, 'videomultigame dgl pro, club master boards', NULL, :created_at, :created_at, 'DGL Pro, Club Master boards', 'RO');

INSERT INTO protocols (id, version, name, name_key, note, search, archived_at, created_at, updated_at, protocol_family) VALUES ('9a0e00040000000000000001', 1, 'SAS 5.02', 'sas 5.02', NULL, 'sas 5.02', NULL, :created_at, :created_at, 'sas');

INSERT INTO protocols (id, version, name, name_key, note, search, archived_at, created_at, updated_at, protocol_family) VALUES ('9a0e00040000000000000002', 1, 'SAS 6.01', 'sas 6.01', NULL, 'sas 6.01', NULL, :created_at, :created_at, 'sas');

INSERT INTO protocols (id, version, name, name_key, note, search, archived_at, created_at, updated_at, protocol_family) VALUES ('9a0e00040000000000000003', 1, 'SAS 6.02', 'sas 6.02', NULL, 'sas 6.02', NULL, :created_at, :created_at, 'sas');

INSERT INTO protocols (id, version, name, name_key, note, search, archived_at, created_at, updated_at, protocol_family) VALUES ('9a0e00040000000000000004', 1, 'SAS 6.03', 'sas 6.03', NULL, 'sas 6.03', NULL, :created_at, :created_at, 'sas');

INSERT INTO protocols (id, version, name, name_key, note, search, archived_at, created_at, updated_at, protocol_family) VALUES ('9a0e00040000000000000005', 1, 'G2S', 'g2s', NULL, 'g2s', NULL, :created_at, :created_at, 'gsa');

INSERT INTO protocols (id, version, name, name_key, note, search, archived_at, created_at, updated_at, protocol_family) VALUES ('9a0e00040000000000000006', 1, 'S2S', 's2s', NULL, 's2s', NULL, :created_at, :created_at, 'gsa');

INSERT INTO protocols (id, version, name, name_key, note, search, archived_at, created_at, updated_at, protocol_family) VALUES ('9a0e00040000000000000007', 1, 'QCOM', 'qcom', NULL, 'qcom', NULL, :created_at, :created_at, 'qcom');

INSERT INTO protocols (id, version, name, name_key, note, search, archived_at, created_at, updated_at, protocol_family) VALUES ('9a0e00040000000000000008', 1, 'ASP/DACOM', 'asp/dacom', NULL, 'asp/dacom', NULL, :created_at, :created_at, 'vendor');

INSERT INTO protocols (id, version, name, name_key, note, search, archived_at, created_at, updated_at, protocol_family) VALUES ('9a0e00040000000000000009', 1, 'X-Standard', 'x-standard', NULL, 'x-standard', NULL, :created_at, :created_at, 'vendor');

INSERT INTO protocols (id, version, name, name_key, note, search, archived_at, created_at, updated_at, protocol_family) VALUES ('9a0e0004000000000000000a', 1, 'VLC', 'vlc', NULL, 'vlc', NULL, :created_at, :created_at, 'vendor');

INSERT INTO protocols (id, version, name, name_key, note, search, archived_at, created_at, updated_at, protocol_family) VALUES ('9a0e0004000000000000000b', 1, 'IGT netplex', 'igt netplex', NULL, 'igt netplex', NULL, :created_at, :created_at, 'vendor');

INSERT INTO protocols (id, version, name, name_key, note, search, archived_at, created_at, updated_at, protocol_family) VALUES ('9a0e0004000000000000000c', 1, 'pulse', 'pulse', NULL, 'pulse', NULL, :created_at, :created_at, 'pulse');

INSERT INTO short_ids (nr, id) VALUES (1, '000000000000000000000000');

SELECT pg_catalog.setval('present_totals_nr_seq', 1, false);

SELECT pg_catalog.setval('reading_terms_nr_seq', 1, false);

SELECT pg_catalog.setval('short_ids_nr_seq', 1, true);

ALTER TABLE ONLY acl_group_members
    ADD CONSTRAINT acl_group_members_pk PRIMARY KEY (group_id, member_id);

ALTER TABLE ONLY acl_groups
    ADD CONSTRAINT acl_groups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY acl_rule_groups
    ADD CONSTRAINT acl_rule_groups_pk PRIMARY KEY (rule_id, group_id);

ALTER TABLE ONLY acl_rules
    ADD CONSTRAINT acl_rules_pkey PRIMARY KEY (id);

ALTER TABLE ONLY acl_state
    ADD CONSTRAINT acl_state_pkey PRIMARY KEY (id);

ALTER TABLE ONLY aggregation_rules
    ADD CONSTRAINT aggregation_rules_pkey PRIMARY KEY (id);

ALTER TABLE ONLY alarm_pending
    ADD CONSTRAINT alarm_pending_pk PRIMARY KEY (rule_id, slot_id);

ALTER TABLE ONLY alarm_rules
    ADD CONSTRAINT alarm_rules_pkey PRIMARY KEY (id);

ALTER TABLE ONLY alarm_steps_done
    ADD CONSTRAINT alarm_steps_done_once PRIMARY KEY (alarm_id, step_id);

ALTER TABLE ONLY alarm_steps
    ADD CONSTRAINT alarm_steps_pkey PRIMARY KEY (id);

ALTER TABLE ONLY alarms
    ADD CONSTRAINT alarms_pkey PRIMARY KEY (id);

ALTER TABLE ONLY approvals
    ADD CONSTRAINT all_approvals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY anomalies
    ADD CONSTRAINT anomalies_pkey PRIMARY KEY (id);

ALTER TABLE ONLY anomaly_heads
    ADD CONSTRAINT anomaly_heads_pkey PRIMARY KEY (location_id);

ALTER TABLE ONLY anomaly_marks
    ADD CONSTRAINT anomaly_marks_pk PRIMARY KEY (slot_id, location_id);

ALTER TABLE ONLY api_tokens
    ADD CONSTRAINT api_tokens_pkey PRIMARY KEY (id);

ALTER TABLE ONLY archived_digests
    ADD CONSTRAINT archived_digests_key PRIMARY KEY (smib_id, to_at, archive_id, tenant_id);

ALTER TABLE ONLY audit_heads
    ADD CONSTRAINT audit_heads_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY audit_registry
    ADD CONSTRAINT audit_registry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY auth_secrets
    ADD CONSTRAINT auth_secrets_pkey PRIMARY KEY (name);

ALTER TABLE ONLY avatars
    ADD CONSTRAINT avatars_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY blacklists
    ADD CONSTRAINT blacklists_pkey PRIMARY KEY (id);

ALTER TABLE ONLY board_configs
    ADD CONSTRAINT board_configs_pkey PRIMARY KEY (smib_id);

ALTER TABLE ONLY board_presence
    ADD CONSTRAINT board_presence_pkey PRIMARY KEY (smib_id);

ALTER TABLE ONLY bulk_items
    ADD CONSTRAINT bulk_items_pk PRIMARY KEY (job_id, seq);

ALTER TABLE ONLY bulk_jobs
    ADD CONSTRAINT bulk_jobs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY checkpoint_days
    ADD CONSTRAINT checkpoint_days_pkey PRIMARY KEY (location_id);

ALTER TABLE ONLY checkpoints
    ADD CONSTRAINT checkpoints_pkey PRIMARY KEY (id);

ALTER TABLE ONLY collector_checkpoints
    ADD CONSTRAINT collector_checkpoints_pkey PRIMARY KEY (id);

ALTER TABLE ONLY columns_configurations
    ADD CONSTRAINT columns_configurations_pk PRIMARY KEY (page, role_id);

ALTER TABLE ONLY comment_photos
    ADD CONSTRAINT comment_photos_pkey PRIMARY KEY (id);

ALTER TABLE ONLY comments
    ADD CONSTRAINT comments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY config_sets
    ADD CONSTRAINT config_sets_pk PRIMARY KEY (kind, owner_id);

ALTER TABLE ONLY config_versions
    ADD CONSTRAINT config_versions_pk PRIMARY KEY (kind, owner_id, version);

ALTER TABLE ONLY counter_days
    ADD CONSTRAINT counter_days_pk PRIMARY KEY (gaming_day, slot_id, game_nr, location_id, denomination_minor, tenant_id);

ALTER TABLE ONLY counter_latest
    ADD CONSTRAINT counter_latest_pk PRIMARY KEY (slot_id, game_nr);

ALTER TABLE ONLY custom_fields
    ADD CONSTRAINT custom_fields_pkey PRIMARY KEY (id);

ALTER TABLE ONLY custom_values
    ADD CONSTRAINT custom_values_pkey PRIMARY KEY (tenant_id, entity, key, value, record_id);

ALTER TABLE ONLY daily_reports
    ADD CONSTRAINT daily_reports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY data_export_chunks
    ADD CONSTRAINT data_export_chunks_pk PRIMARY KEY (export_id, nr);

ALTER TABLE ONLY data_exports
    ADD CONSTRAINT data_exports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY days_to_refresh
    ADD CONSTRAINT days_to_refresh_pk PRIMARY KEY (location_id, day);

ALTER TABLE ONLY default_views
    ADD CONSTRAINT default_views_pk PRIMARY KEY (user_id, page);

ALTER TABLE ONLY demo_network
    ADD CONSTRAINT demo_network_pkey PRIMARY KEY (id);

ALTER TABLE ONLY display_channels
    ADD CONSTRAINT display_channels_pkey PRIMARY KEY (id);

ALTER TABLE ONLY displays
    ADD CONSTRAINT displays_pkey PRIMARY KEY (id);

ALTER TABLE ONLY email_codes
    ADD CONSTRAINT email_codes_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY entity_group_members
    ADD CONSTRAINT entity_group_members_pk PRIMARY KEY (group_id, mode, member_id);

ALTER TABLE ONLY entity_groups
    ADD CONSTRAINT entity_groups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY event_days
    ADD CONSTRAINT event_days_pk PRIMARY KEY (gaming_day, slot_id, code, location_id, tenant_id);

ALTER TABLE ONLY event_floors
    ADD CONSTRAINT event_floors_pkey PRIMARY KEY (slot_id);

ALTER TABLE ONLY event_sums
    ADD CONSTRAINT event_sums_pk PRIMARY KEY (location_id, gaming_day, slot_id, kind, currency, tenant_id);

ALTER TABLE ONLY events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id, tenant_id);

ALTER TABLE ONLY exclusion_keys
    ADD CONSTRAINT exclusion_keys_pkey PRIMARY KEY (generation);

ALTER TABLE ONLY failed_sign_ins
    ADD CONSTRAINT failed_sign_ins_pk PRIMARY KEY (name_key, address);

ALTER TABLE ONLY firmware_boards
    ADD CONSTRAINT firmware_boards_pkey PRIMARY KEY (id);

ALTER TABLE ONLY firmware_pieces
    ADD CONSTRAINT firmware_pieces_key PRIMARY KEY (firmware_id, nr);

ALTER TABLE ONLY firmware_rollouts
    ADD CONSTRAINT firmware_rollouts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY firmware_versions
    ADD CONSTRAINT firmware_versions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY fiscal_heads
    ADD CONSTRAINT fiscal_heads_pkey PRIMARY KEY (location_id);

ALTER TABLE ONLY fiscal_layouts
    ADD CONSTRAINT fiscal_layouts_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY fiscal_logos
    ADD CONSTRAINT fiscal_logos_once PRIMARY KEY (tenant_id, sha256);

ALTER TABLE ONLY game_mix_games
    ADD CONSTRAINT game_mix_games_pk PRIMARY KEY (mix_id, game_id);

ALTER TABLE ONLY game_mixes
    ADD CONSTRAINT game_mixes_name_key_key UNIQUE (name_key);

ALTER TABLE ONLY game_mixes
    ADD CONSTRAINT game_mixes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY game_profiles
    ADD CONSTRAINT game_profiles_name_key_key UNIQUE (name_key);

ALTER TABLE ONLY game_profiles
    ADD CONSTRAINT game_profiles_pkey PRIMARY KEY (id);

ALTER TABLE ONLY game_settings
    ADD CONSTRAINT game_settings_name_key_key UNIQUE (name_key);

ALTER TABLE ONLY game_settings
    ADD CONSTRAINT game_settings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY games
    ADD CONSTRAINT games_name_key_key UNIQUE (name_key);

ALTER TABLE ONLY games
    ADD CONSTRAINT games_pkey PRIMARY KEY (id);

ALTER TABLE ONLY handpay_payments
    ADD CONSTRAINT handpay_payments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY health_checks
    ADD CONSTRAINT health_checks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY idempotency_keys
    ADD CONSTRAINT idempotency_keys_pk PRIMARY KEY (actor_id, key);

ALTER TABLE ONLY ignored_messages
    ADD CONSTRAINT ignored_messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY import_parts
    ADD CONSTRAINT import_parts_pk PRIMARY KEY (import_id, part);

ALTER TABLE ONLY import_rows
    ADD CONSTRAINT import_rows_pk PRIMARY KEY (import_id, line);

ALTER TABLE ONLY imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY inside_alerts
    ADD CONSTRAINT inside_alerts_pk PRIMARY KEY (player_id, location_id, gaming_day);

ALTER TABLE ONLY inspections
    ADD CONSTRAINT inspections_pkey PRIMARY KEY (id);

ALTER TABLE ONLY jackpot_levels
    ADD CONSTRAINT jackpot_levels_pkey PRIMARY KEY (id);

ALTER TABLE ONLY jackpot_meters
    ADD CONSTRAINT jackpot_meters_pkey PRIMARY KEY (slot_id);

ALTER TABLE ONLY jackpot_reports
    ADD CONSTRAINT jackpot_reports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY jackpot_shares
    ADD CONSTRAINT jackpot_shares_of PRIMARY KEY (level_id, slot_id);

ALTER TABLE ONLY jackpot_snapshots
    ADD CONSTRAINT jackpot_snapshots_pkey PRIMARY KEY (id);

ALTER TABLE ONLY jackpot_sources
    ADD CONSTRAINT jackpot_sources_pkey PRIMARY KEY (id);

ALTER TABLE ONLY jackpot_tellings
    ADD CONSTRAINT jackpot_tellings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY jackpot_terms
    ADD CONSTRAINT jackpot_terms_of PRIMARY KEY (level_id, from_hour);

ALTER TABLE ONLY jackpot_wins
    ADD CONSTRAINT jackpot_wins_pkey PRIMARY KEY (id);

ALTER TABLE ONLY jackpots
    ADD CONSTRAINT jackpots_pkey PRIMARY KEY (id);

ALTER TABLE ONLY kiosks
    ADD CONSTRAINT kiosks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);

ALTER TABLE ONLY kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY late_movements
    ADD CONSTRAINT late_movements_of PRIMARY KEY (location_id, day, slot_id, currency, price, tenant_id);

ALTER TABLE ONLY leases
    ADD CONSTRAINT leases_pkey PRIMARY KEY (name);

ALTER TABLE ONLY left_assignments
    ADD CONSTRAINT left_assignments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY location_day_sums
    ADD CONSTRAINT location_day_sums_pk PRIMARY KEY (tenant_id, day, location_id, currency);

ALTER TABLE ONLY location_days
    ADD CONSTRAINT location_days_pk PRIMARY KEY (location_id, day, currency, tenant_id);

ALTER TABLE ONLY location_month_sets
    ADD CONSTRAINT location_month_sets_pk PRIMARY KEY (tenant_id, month, location_id, currency, slot_set);

ALTER TABLE ONLY location_rules
    ADD CONSTRAINT location_rules_pk PRIMARY KEY (location_id, from_date);

ALTER TABLE ONLY locations
    ADD CONSTRAINT locations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY login_attempts
    ADD CONSTRAINT login_attempts_pkey PRIMARY KEY (key);

ALTER TABLE ONLY machine_commands
    ADD CONSTRAINT machine_commands_pkey PRIMARY KEY (id);

ALTER TABLE ONLY machine_types
    ADD CONSTRAINT machine_types_name_key_key UNIQUE (name_key);

ALTER TABLE ONLY machine_types
    ADD CONSTRAINT machine_types_pkey PRIMARY KEY (id);

ALTER TABLE ONLY mail_files
    ADD CONSTRAINT mail_files_once PRIMARY KEY (mail_id, nr);

ALTER TABLE ONLY mails
    ADD CONSTRAINT mails_pkey PRIMARY KEY (id);

ALTER TABLE ONLY manual_readings
    ADD CONSTRAINT manual_readings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY manufacturers
    ADD CONSTRAINT manufacturers_name_key_key UNIQUE (name_key);

ALTER TABLE ONLY manufacturers
    ADD CONSTRAINT manufacturers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY many_items
    ADD CONSTRAINT many_items_pk PRIMARY KEY (job_id, seq);

ALTER TABLE ONLY many_jobs
    ADD CONSTRAINT many_jobs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY mechanical_readings
    ADD CONSTRAINT mechanical_readings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY message_edits
    ADD CONSTRAINT message_edits_pkey PRIMARY KEY (id);

ALTER TABLE ONLY meter_comparisons
    ADD CONSTRAINT meter_comparisons_pkey PRIMARY KEY (slot_id);

ALTER TABLE ONLY meter_explanations
    ADD CONSTRAINT meter_explanations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY meter_sheet_entries
    ADD CONSTRAINT meter_sheet_entries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY monthly_reports
    ADD CONSTRAINT monthly_reports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY notification_channels
    ADD CONSTRAINT notification_channels_pkey PRIMARY KEY (id);

ALTER TABLE ONLY notification_mails
    ADD CONSTRAINT notification_mails_pk PRIMARY KEY (user_id, notification_id, escalated);

ALTER TABLE ONLY notification_receipts
    ADD CONSTRAINT notification_receipts_pk PRIMARY KEY (user_id, notification_id);

ALTER TABLE ONLY notification_subscriptions
    ADD CONSTRAINT notification_subscriptions_pk PRIMARY KEY (user_id, template, scope);

ALTER TABLE ONLY notification_templates
    ADD CONSTRAINT notification_templates_pk PRIMARY KEY (tenant_id, template);

ALTER TABLE ONLY notification_wishes
    ADD CONSTRAINT notification_wishes_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY omitted_readings
    ADD CONSTRAINT omitted_readings_pk PRIMARY KEY (slot_id, game_nr, at, nano, seq, smib_id);

ALTER TABLE ONLY on_call_orders
    ADD CONSTRAINT on_call_orders_pkey PRIMARY KEY (id);

ALTER TABLE ONLY onjn_exclusions
    ADD CONSTRAINT onjn_exclusions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY onjn_lists
    ADD CONSTRAINT onjn_lists_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY passkey_challenges
    ADD CONSTRAINT passkey_challenges_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY passkeys
    ADD CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id);

ALTER TABLE ONLY passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY password_links
    ADD CONSTRAINT password_links_pkey PRIMARY KEY (id);

ALTER TABLE ONLY payment_log
    ADD CONSTRAINT payment_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY payment_merchants
    ADD CONSTRAINT payment_merchants_pkey PRIMARY KEY (id);

ALTER TABLE ONLY payment_transactions
    ADD CONSTRAINT payment_transactions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY pending_handpays
    ADD CONSTRAINT pending_handpays_pkey PRIMARY KEY (slot_id);

ALTER TABLE ONLY period_locks
    ADD CONSTRAINT period_locks_pkey PRIMARY KEY (owner_id);

ALTER TABLE ONLY permissions
    ADD CONSTRAINT permissions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY player_documents
    ADD CONSTRAINT player_documents_pk PRIMARY KEY (tenant_id, hash);

ALTER TABLE ONLY player_pictures
    ADD CONSTRAINT player_pictures_once UNIQUE (player_id, kind, mark);

ALTER TABLE ONLY player_pictures
    ADD CONSTRAINT player_pictures_pkey PRIMARY KEY (id);

ALTER TABLE ONLY player_scans
    ADD CONSTRAINT player_scans_pkey PRIMARY KEY (id);

ALTER TABLE ONLY players
    ADD CONSTRAINT players_pkey PRIMARY KEY (id);

ALTER TABLE ONLY presence_limits
    ADD CONSTRAINT presence_limits_pk PRIMARY KEY (kind, owner_id);

ALTER TABLE ONLY present_totals
    ADD CONSTRAINT present_totals_pkey PRIMARY KEY (table_name, tenant_id, nr);

ALTER TABLE ONLY protocols
    ADD CONSTRAINT protocols_name_key_key UNIQUE (name_key);

ALTER TABLE ONLY protocols
    ADD CONSTRAINT protocols_pkey PRIMARY KEY (id);

ALTER TABLE ONLY push_browsers
    ADD CONSTRAINT push_browsers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY raw_archive_days
    ADD CONSTRAINT raw_archive_days_key PRIMARY KEY (location_id, day);

ALTER TABLE ONLY raw_archive_pieces
    ADD CONSTRAINT raw_archive_pieces_key PRIMARY KEY (archive_id, nr, tenant_id);

ALTER TABLE ONLY raw_archives
    ADD CONSTRAINT raw_archives_pkey PRIMARY KEY (id);

ALTER TABLE ONLY reading_floors
    ADD CONSTRAINT reading_floors_key PRIMARY KEY (slot_id, game_nr);

ALTER TABLE ONLY reading_terms
    ADD CONSTRAINT reading_terms_pk PRIMARY KEY (slot_nr, nr);

ALTER TABLE ONLY refresh_tokens
    ADD CONSTRAINT refresh_tokens_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY refused_messages
    ADD CONSTRAINT refused_messages_key PRIMARY KEY (tenant_id, smib_id, digest);

ALTER TABLE ONLY repair_decisions
    ADD CONSTRAINT repair_decisions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY repair_rulings
    ADD CONSTRAINT repair_rulings_pk PRIMARY KEY (slot_id, game_nr, crossing);

ALTER TABLE ONLY repairs
    ADD CONSTRAINT repairs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY report_schedules
    ADD CONSTRAINT report_schedules_pkey PRIMARY KEY (id);

ALTER TABLE ONLY report_sending_files
    ADD CONSTRAINT report_sending_files_pkey PRIMARY KEY (id);

ALTER TABLE ONLY report_sendings
    ADD CONSTRAINT report_sendings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY role_permissions
    ADD CONSTRAINT role_permissions_pk PRIMARY KEY (role_id, permission);

ALTER TABLE ONLY roles
    ADD CONSTRAINT roles_pkey PRIMARY KEY (id);

ALTER TABLE ONLY saved_views
    ADD CONSTRAINT saved_views_pkey PRIMARY KEY (id);

ALTER TABLE ONLY seal_files
    ADD CONSTRAINT seal_files_pkey PRIMARY KEY (sha256);

ALTER TABLE ONLY seal_heads
    ADD CONSTRAINT seal_heads_pkey PRIMARY KEY (location_id);

ALTER TABLE ONLY seal_keys
    ADD CONSTRAINT seal_keys_pkey PRIMARY KEY (seq);

ALTER TABLE ONLY seal_runs
    ADD CONSTRAINT seal_runs_pk PRIMARY KEY (location_id, month);

ALTER TABLE ONLY seals
    ADD CONSTRAINT seals_code UNIQUE (code);

ALTER TABLE ONLY seals
    ADD CONSTRAINT seals_hash UNIQUE (hash);

ALTER TABLE ONLY seals
    ADD CONSTRAINT seals_number UNIQUE (location_id, number);

ALTER TABLE ONLY seals
    ADD CONSTRAINT seals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY second_factors
    ADD CONSTRAINT second_factors_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY self_exclusions
    ADD CONSTRAINT self_exclusions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY sequence_breaks
    ADD CONSTRAINT sequence_breaks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY sequence_runs
    ADD CONSTRAINT sequence_runs_pk PRIMARY KEY (smib_id, run);

ALTER TABLE ONLY share_links
    ADD CONSTRAINT share_links_pkey PRIMARY KEY (id);

ALTER TABLE ONLY share_links
    ADD CONSTRAINT share_links_token UNIQUE (token_hash);

ALTER TABLE ONLY share_snapshots
    ADD CONSTRAINT share_snapshots_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shift_handovers
    ADD CONSTRAINT shift_handovers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY short_ids
    ADD CONSTRAINT short_ids_id_key UNIQUE (id);

ALTER TABLE ONLY short_ids
    ADD CONSTRAINT short_ids_pkey PRIMARY KEY (nr);

ALTER TABLE ONLY slot_controls
    ADD CONSTRAINT slot_controls_pkey PRIMARY KEY (slot_id);

ALTER TABLE ONLY slot_data
    ADD CONSTRAINT slot_data_pk PRIMARY KEY (smib_id, server_time, message_seq_nr, run, tenant_id);

ALTER TABLE ONLY slot_day_closings
    ADD CONSTRAINT slot_day_closings_pk PRIMARY KEY (location_id, day, slot_id, currency, denomination_minor, tenant_id);

ALTER TABLE ONLY slot_doors
    ADD CONSTRAINT slot_doors_pk PRIMARY KEY (slot_id, door);

ALTER TABLE ONLY slot_history
    ADD CONSTRAINT slot_history_pk PRIMARY KEY (slot_id, valid_from);

ALTER TABLE ONLY slot_meter_setups
    ADD CONSTRAINT slot_meter_setups_pkey PRIMARY KEY (slot_id);

ALTER TABLE ONLY slot_search
    ADD CONSTRAINT slot_search_pkey PRIMARY KEY (slot_nr);

ALTER TABLE ONLY slot_sets
    ADD CONSTRAINT slot_sets_pk PRIMARY KEY (tenant_id, digest);

ALTER TABLE ONLY slot_sort_keys
    ADD CONSTRAINT slot_sort_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY slot_spans
    ADD CONSTRAINT slot_spans_pk PRIMARY KEY (tenant_id, location_id, span, slot_id, game_nr, currency);

ALTER TABLE ONLY slots
    ADD CONSTRAINT slots_pkey PRIMARY KEY (id);

ALTER TABLE ONLY smib_feeds
    ADD CONSTRAINT smib_feeds_pkey PRIMARY KEY (smib_id);

ALTER TABLE ONLY smib_firmware
    ADD CONSTRAINT smib_firmware_pkey PRIMARY KEY (smib_id);

ALTER TABLE ONLY smib_history
    ADD CONSTRAINT smib_history_pk PRIMARY KEY (smib_id, valid_from);

ALTER TABLE ONLY smib_logs
    ADD CONSTRAINT smib_logs_pk PRIMARY KEY (smib_id, server_time, server_nano, message_seq_nr, line_nr, run, tenant_id);

ALTER TABLE ONLY smib_slots
    ADD CONSTRAINT smib_slots_pk PRIMARY KEY (smib_id, slot_id);

ALTER TABLE ONLY smib_sort_keys
    ADD CONSTRAINT smib_sort_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY smibs
    ADD CONSTRAINT smibs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY span_days
    ADD CONSTRAINT span_days_pk PRIMARY KEY (location_id, day, tenant_id);

ALTER TABLE ONLY sso_answered
    ADD CONSTRAINT sso_answered_pkey PRIMARY KEY (state_hash);

ALTER TABLE ONLY sso_identities
    ADD CONSTRAINT sso_identities_pk PRIMARY KEY (issuer, subject);

ALTER TABLE ONLY stored_hours
    ADD CONSTRAINT stored_hours_pk PRIMARY KEY (slot_nr, hour_start, game_nr, location_nr, denomination_minor, tenant_nr);

ALTER TABLE ONLY stored_hours_before
    ADD CONSTRAINT stored_hours_before_pkey PRIMARY KEY (slot_nr, hour_start, game_nr, location_nr, denomination_minor, tenant_nr);

ALTER TABLE ONLY stored_hours_other
    ADD CONSTRAINT stored_hours_other_pkey PRIMARY KEY (slot_nr, hour_start, game_nr, location_nr, denomination_minor, tenant_nr);

ALTER TABLE ONLY stored_messages
    ADD CONSTRAINT stored_messages_pk PRIMARY KEY (smib_nr, server_time, server_nano, message_seq_nr, run, tenant_nr);

ALTER TABLE ONLY stored_messages_before
    ADD CONSTRAINT stored_messages_before_pkey PRIMARY KEY (smib_nr, server_time, server_nano, message_seq_nr, run, tenant_nr);

ALTER TABLE ONLY stored_messages_other
    ADD CONSTRAINT stored_messages_other_pkey PRIMARY KEY (smib_nr, server_time, server_nano, message_seq_nr, run, tenant_nr);

ALTER TABLE ONLY stored_readings
    ADD CONSTRAINT stored_readings_pk PRIMARY KEY (slot_nr, server_time, server_nano, message_seq_nr, game_nr, terms, tenant_nr);

ALTER TABLE ONLY stored_readings_before
    ADD CONSTRAINT stored_readings_before_pkey PRIMARY KEY (slot_nr, server_time, server_nano, message_seq_nr, game_nr, terms, tenant_nr);

ALTER TABLE ONLY stored_readings_other
    ADD CONSTRAINT stored_readings_other_pkey PRIMARY KEY (slot_nr, server_time, server_nano, message_seq_nr, game_nr, terms, tenant_nr);

ALTER TABLE ONLY summed_slots
    ADD CONSTRAINT summed_slots_pkey PRIMARY KEY (slot_id);

ALTER TABLE ONLY tasks
    ADD CONSTRAINT tasks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY tenant_day_sums
    ADD CONSTRAINT tenant_day_sums_pk PRIMARY KEY (tenant_id, day, currency);

ALTER TABLE ONLY tenants
    ADD CONSTRAINT tenants_pkey PRIMARY KEY (id);

ALTER TABLE ONLY token_families
    ADD CONSTRAINT token_families_pkey PRIMARY KEY (id);

ALTER TABLE ONLY unknown_smibs
    ADD CONSTRAINT unknown_smibs_key PRIMARY KEY (tenant_id, token_id, mac);

ALTER TABLE ONLY user_group_members
    ADD CONSTRAINT user_group_members_pk PRIMARY KEY (group_id, user_id);

ALTER TABLE ONLY user_group_roles
    ADD CONSTRAINT user_group_roles_pk PRIMARY KEY (group_id, role_id);

ALTER TABLE ONLY user_groups
    ADD CONSTRAINT user_groups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY user_roles
    ADD CONSTRAINT user_roles_pk PRIMARY KEY (user_id, role_id);

ALTER TABLE ONLY user_settings
    ADD CONSTRAINT user_settings_pk PRIMARY KEY (user_id, name);

ALTER TABLE ONLY users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY work_orders
    ADD CONSTRAINT work_orders_pkey PRIMARY KEY (id);

CREATE INDEX acl_rule_groups_by_group_id ON acl_rule_groups USING btree (group_id);

CREATE INDEX acl_rules_by_group_id ON acl_rules USING btree (group_id);

CREATE INDEX acl_rules_by_role_id ON acl_rules USING btree (role_id);

CREATE INDEX acl_rules_by_user_id ON acl_rules USING btree (user_id);

CREATE UNIQUE INDEX aggregation_rules_unique_name ON aggregation_rules USING btree (tenant_id, name);

CREATE INDEX alarm_rules_of_tenant ON alarm_rules USING btree (tenant_id, name);

CREATE INDEX alarm_steps_of_rule ON alarm_steps USING btree (rule_id, minutes);

CREATE INDEX alarms_by_location_id_since_id ON alarms USING btree (location_id, since, id);

CREATE INDEX alarms_by_rule_id_since_id ON alarms USING btree (rule_id, since, id);

CREATE INDEX alarms_by_since_id ON alarms USING btree (since, id);

CREATE INDEX alarms_by_slot_id_since_id ON alarms USING btree (slot_id, since, id);

CREATE INDEX alarms_by_tenant_id_since_id ON alarms USING btree (tenant_id, since, id);

CREATE INDEX alarms_cleared ON alarms USING btree (cleared_at) WHERE (state = 'cleared'::text);

CREATE UNIQUE INDEX alarms_open ON alarms USING btree (rule_id, slot_id) WHERE (state = 'open'::text);

CREATE INDEX alarms_waiting ON alarms USING btree (tenant_id, since) WHERE (state = 'open'::text);

CREATE INDEX anomalies_archived ON anomalies USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX anomalies_by_assigned_name ON anomalies USING btree (assignee, last_at, id) WHERE (assignee IS NOT NULL);

CREATE INDEX anomalies_by_assignee ON anomalies USING btree (assignee_id) WHERE (assignee_id IS NOT NULL);

CREATE UNIQUE INDEX anomalies_by_beginning ON anomalies USING btree (slot_id, rule, first_at);

CREATE INDEX anomalies_by_slot ON anomalies USING btree (slot_id, last_at);

CREATE INDEX anomalies_by_time ON anomalies USING btree (tenant_id, last_at);

CREATE INDEX anomalies_in_order_of_last_at_id ON anomalies USING btree (last_at, id);

CREATE INDEX anomalies_waiting ON anomalies USING btree (tenant_id) WHERE (state <> 'cleared'::text);

CREATE INDEX anomaly_marks_due ON anomaly_marks USING btree (due_at);

CREATE INDEX api_tokens_by_tenant_id_id ON api_tokens USING btree (tenant_id, id);

CREATE UNIQUE INDEX api_tokens_unique_previous_hash ON api_tokens USING btree (previous_hash);

CREATE UNIQUE INDEX api_tokens_unique_token_hash ON api_tokens USING btree (token_hash);

CREATE INDEX approvals_listed ON approvals USING btree (tenant_id, kind, created_at, id);

CREATE INDEX approvals_of_edits ON approvals USING btree (tenant_id, edit_id) WHERE (edit_id IS NOT NULL);

CREATE INDEX approvals_of_levels ON approvals USING btree (level_id) WHERE (level_id IS NOT NULL);

CREATE INDEX approvals_of_tenant ON approvals USING btree (tenant_id, id);

CREATE UNIQUE INDEX approvals_waiting ON approvals USING btree (about) WHERE (answer IS NULL);

CREATE INDEX audit_log_by_actor_id_at_seq ON audit_log USING btree (actor_id, at, seq);

CREATE INDEX audit_log_by_at_seq ON audit_log USING btree (at, seq);

CREATE INDEX audit_log_by_entity_id_at_seq ON audit_log USING btree (entity_id, at, seq);

CREATE INDEX audit_log_by_tenant_id_at_seq ON audit_log USING btree (tenant_id, at, seq);

CREATE UNIQUE INDEX audit_log_unique_tenant_id_seq ON audit_log USING btree (tenant_id, seq);

CREATE INDEX blacklists_archived ON blacklists USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX blacklists_by_player ON blacklists USING btree (player_id);

CREATE INDEX blacklists_by_tenant ON blacklists USING btree (tenant_id, id);

CREATE INDEX bulk_items_by_state ON bulk_items USING btree (job_id, state, seq);

CREATE INDEX bulk_jobs_archived ON bulk_jobs USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX bulk_jobs_by_root ON bulk_jobs USING btree (root_id);

CREATE INDEX bulk_jobs_in_order_of_created_at_id ON bulk_jobs USING btree (created_at, id);

CREATE INDEX bulk_jobs_in_order_of_tenant_id_created_at_id ON bulk_jobs USING btree (tenant_id, created_at, id);

CREATE INDEX checkpoints_by_location_id_server_time ON checkpoints USING btree (location_id, server_time);

CREATE INDEX checkpoints_by_slot_id_server_time ON checkpoints USING btree (slot_id, server_time);

CREATE INDEX checkpoints_by_smib_id_server_time ON checkpoints USING btree (smib_id, server_time);

CREATE INDEX collector_checkpoints_archived ON collector_checkpoints USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX collector_checkpoints_by_location_id ON collector_checkpoints USING btree (location_id, collected_at, id);

CREATE INDEX collector_checkpoints_by_tenant_id ON collector_checkpoints USING btree (tenant_id, collected_at, id);

CREATE INDEX collector_checkpoints_by_time ON collector_checkpoints USING btree (collected_at, id);

CREATE UNIQUE INDEX collector_checkpoints_unique_seq ON collector_checkpoints USING btree (slot_id, seq);

CREATE UNIQUE INDEX comment_photos_once ON comment_photos USING btree (comment_id, mark);

CREATE INDEX comments_by_record ON comments USING btree (record_id, id);

CREATE INDEX comments_by_slot ON comments USING btree (slot_id, created_at);

CREATE INDEX counter_days_by_location_id_gaming_day ON counter_days USING btree (location_id, gaming_day);

CREATE INDEX counter_days_by_tenant_id_gaming_day ON counter_days USING btree (tenant_id, gaming_day);

CREATE UNIQUE INDEX custom_fields_of_tenant ON custom_fields USING btree (tenant_id, entity, key);

CREATE INDEX custom_values_of_record ON custom_values USING btree (record_id);

CREATE INDEX daily_reports_archived ON daily_reports USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX daily_reports_days ON daily_reports USING btree (day, id) WHERE (is_latest = 1);

CREATE INDEX daily_reports_listed ON daily_reports USING btree (tenant_id, day, id) WHERE (is_latest = 1);

CREATE INDEX daily_reports_logo ON daily_reports USING btree (tenant_id, logo) WHERE (logo IS NOT NULL);

CREATE UNIQUE INDEX daily_reports_of ON daily_reports USING btree (location_id, day, currency, revision);

CREATE INDEX data_exports_by_expiry ON data_exports USING btree (expires_at);

CREATE INDEX data_exports_by_tenant ON data_exports USING btree (tenant_id, created_at);

CREATE UNIQUE INDEX display_channels_named ON display_channels USING btree (tenant_id, name);

CREATE INDEX displays_of ON displays USING btree (channel_id);

CREATE UNIQUE INDEX displays_opened ON displays USING btree (token_hash);

CREATE INDEX entity_groups_by_type_tenant ON entity_groups USING btree (entity_type, tenant_id, archived_at);

CREATE INDEX event_days_by_tenant_id_gaming_day ON event_days USING btree (tenant_id, gaming_day);

CREATE INDEX events_by_location_id_code_server_time ON events USING btree (location_id, code, server_time);

CREATE INDEX events_by_location_id_server_time ON events USING btree (location_id, server_time);

CREATE INDEX events_handpays ON events USING btree (slot_id, server_time) WHERE (code = ANY (ARRAY['51'::text, '52'::text]));

CREATE INDEX events_late ON events USING btree (location_id, server_time) WHERE ((received_at - server_time) > 300000);

CREATE INDEX events_of_message ON events USING btree (smib_id, message_seq_nr);

CREATE INDEX events_of_slot_id ON events USING btree (slot_id, server_time, code, tenant_id);

CREATE INDEX events_of_smib_id ON events USING btree (smib_id, server_time, code, tenant_id);

CREATE INDEX events_told_of_location_id ON events USING btree (location_id, severity, server_time) WHERE (severity <> 'info'::text);

CREATE INDEX events_told_of_slot_id ON events USING btree (slot_id, server_time, code, tenant_id) WHERE (severity <> 'info'::text);

CREATE INDEX events_told_of_smib_id ON events USING btree (smib_id, server_time, code, tenant_id) WHERE (severity <> 'info'::text);

CREATE INDEX failed_sign_ins_by_last_at ON failed_sign_ins USING btree (last_at);

CREATE INDEX firmware_boards_archived ON firmware_boards USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX firmware_boards_by_result ON firmware_boards USING btree (rollout_id, result);

CREATE INDEX firmware_boards_by_smib ON firmware_boards USING btree (smib_id, id);

CREATE INDEX firmware_boards_of_tenant ON firmware_boards USING btree (tenant_id, id);

CREATE UNIQUE INDEX firmware_boards_once ON firmware_boards USING btree (rollout_id, smib_id);

CREATE INDEX firmware_rollouts_running ON firmware_rollouts USING btree (tenant_id) WHERE (state = ANY (ARRAY['running'::text, 'paused'::text]));

CREATE UNIQUE INDEX firmware_versions_once ON firmware_versions USING btree (tenant_id, name);

CREATE INDEX game_mix_games_by_game_id ON game_mix_games USING btree (game_id);

CREATE INDEX game_mixes_by_manufacturer_id ON game_mixes USING btree (manufacturer_id);

CREATE INDEX game_profiles_by_game_id ON game_profiles USING btree (game_id);

CREATE INDEX game_settings_by_game_id ON game_settings USING btree (game_id);

CREATE INDEX game_settings_by_profile_id ON game_settings USING btree (profile_id);

CREATE INDEX games_by_manufacturer_id ON games USING btree (manufacturer_id);

CREATE INDEX handpay_payments_by_slot ON handpay_payments USING btree (slot_id, paid_at);

CREATE INDEX idempotency_keys_by_created_at ON idempotency_keys USING btree (created_at);

CREATE INDEX ignored_messages_archived ON ignored_messages USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX ignored_messages_of_slot ON ignored_messages USING btree (slot_id, at);

CREATE INDEX ignored_messages_of_tenant ON ignored_messages USING btree (tenant_id, id);

CREATE UNIQUE INDEX ignored_messages_once ON ignored_messages USING btree (smib_id, at, message_seq_nr) WHERE (state = 'ignored'::text);

CREATE INDEX import_rows_by_entity_id ON import_rows USING btree (entity_id, entity_version);

CREATE INDEX import_rows_by_import_id_claim ON import_rows USING btree (import_id, claim);

CREATE INDEX import_rows_by_import_id_key ON import_rows USING btree (import_id, key);

CREATE INDEX import_rows_by_import_id_state_action ON import_rows USING btree (import_id, state, action, needs_reason);

CREATE INDEX import_rows_by_import_id_state_line ON import_rows USING btree (import_id, state, line);

CREATE INDEX imports_by_tenant_id_archived_at_id ON imports USING btree (tenant_id, archived_at, id);

CREATE INDEX inspections_of_tenant ON inspections USING btree (tenant_id, id);

CREATE INDEX jackpot_levels_by_point ON jackpot_levels USING btree (point_hash);

CREATE INDEX jackpot_levels_fed ON jackpot_levels USING btree (tenant_id, currency);

CREATE INDEX jackpot_levels_of ON jackpot_levels USING btree (jackpot_id);

CREATE INDEX jackpot_reports_new ON jackpot_reports USING btree (state, slot_id);

CREATE INDEX jackpot_reports_of ON jackpot_reports USING btree (slot_id, at);

CREATE INDEX jackpot_snapshots_archived ON jackpot_snapshots USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX jackpot_snapshots_in_order_of_ends_at_id ON jackpot_snapshots USING btree (ends_at, id);

CREATE INDEX jackpot_snapshots_listed ON jackpot_snapshots USING btree (tenant_id, ends_at, id);

CREATE UNIQUE INDEX jackpot_snapshots_of ON jackpot_snapshots USING btree (level_id, location_id, gaming_day);

CREATE INDEX jackpot_sources_of ON jackpot_sources USING btree (jackpot_id);

CREATE INDEX jackpot_tellings_archived ON jackpot_tellings USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX jackpot_tellings_in_order_of_from_at_id ON jackpot_tellings USING btree (from_at, id);

CREATE INDEX jackpot_tellings_in_order_of_tenant_id_from_at_id ON jackpot_tellings USING btree (tenant_id, from_at, id);

CREATE INDEX jackpot_tellings_of ON jackpot_tellings USING btree (slot_id, from_at);

CREATE INDEX jackpot_tellings_open ON jackpot_tellings USING btree (state, look_at);

CREATE INDEX jackpot_tellings_won ON jackpot_tellings USING btree (win_id);

CREATE INDEX jackpot_wins_archived ON jackpot_wins USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX jackpot_wins_by_point ON jackpot_wins USING btree (point_hash);

CREATE INDEX jackpot_wins_in_order_of_won_at_id ON jackpot_wins USING btree (won_at, id);

CREATE INDEX jackpot_wins_listed ON jackpot_wins USING btree (tenant_id, won_at, id);

CREATE INDEX jackpot_wins_of_slot ON jackpot_wins USING btree (slot_id, state);

CREATE UNIQUE INDEX jackpot_wins_once ON jackpot_wins USING btree (level_id, run) WHERE (state <> 'withdrawn'::text);

CREATE UNIQUE INDEX jackpots_named ON jackpots USING btree (tenant_id, name);

CREATE INDEX kiosks_by_tenant ON kiosks USING btree (tenant_id, name);

CREATE UNIQUE INDEX kiosks_unique_secret_hash ON kiosks USING btree (secret_hash);

CREATE INDEX locations_by_code_key ON locations USING btree (code_key);

CREATE INDEX locations_by_name ON locations USING btree (name);

CREATE INDEX locations_by_tenant_id_archived_at ON locations USING btree (tenant_id, archived_at);

CREATE INDEX locations_by_tenant_id_name ON locations USING btree (tenant_id, name);

CREATE UNIQUE INDEX locations_unique_tenant_id_code ON locations USING btree (tenant_id, code);

CREATE UNIQUE INDEX locations_unique_tenant_id_code_key ON locations USING btree (tenant_id, code_key);

CREATE INDEX login_attempts_by_last_at ON login_attempts USING btree (last_at);

CREATE INDEX login_attempts_by_name_key ON login_attempts USING btree (name_key);

CREATE INDEX machine_commands_by_bulk ON machine_commands USING btree (bulk_id);

CREATE INDEX machine_commands_by_slot ON machine_commands USING btree (slot_id, created_at);

CREATE INDEX machine_commands_by_smib ON machine_commands USING btree (smib_id, created_at);

CREATE INDEX machine_commands_by_state ON machine_commands USING btree (state, expires_at);

CREATE INDEX machine_commands_in_order_of_created_at_id ON machine_commands USING btree (created_at, id);

CREATE INDEX machine_commands_in_order_of_tenant_id_created_at_id ON machine_commands USING btree (tenant_id, created_at, id);

CREATE UNIQUE INDEX machine_commands_one_open ON machine_commands USING btree (open_target, lane);

CREATE INDEX machine_types_by_manufacturer_id ON machine_types USING btree (manufacturer_id);

CREATE INDEX mail_files_old ON mail_files USING btree (created_at, mail_id);

CREATE INDEX mails_archived ON mails USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX mails_by_address ON mails USING btree (address, created_at);

CREATE INDEX mails_by_created_at ON mails USING btree (created_at, id);

CREATE INDEX mails_by_state ON mails USING btree (state, tenant_id, next_at, id);

CREATE INDEX mails_by_user ON mails USING btree (user_id, created_at);

CREATE INDEX manual_readings_archived ON manual_readings USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX manual_readings_of_tenant ON manual_readings USING btree (tenant_id, id);

CREATE UNIQUE INDEX manual_readings_once ON manual_readings USING btree (slot_id, at) WHERE (state = 'counts'::text);

CREATE INDEX many_items_by_state ON many_items USING btree (job_id, state, seq);

CREATE INDEX many_jobs_archived ON many_jobs USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX many_jobs_by_list_id ON many_jobs USING btree (list, id);

CREATE INDEX many_jobs_by_origin ON many_jobs USING btree (origin_id);

CREATE INDEX mechanical_readings_by_slot ON mechanical_readings USING btree (slot_id, read_at, id);

CREATE INDEX message_edits_archived ON message_edits USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX message_edits_of_slot ON message_edits USING btree (slot_id, at);

CREATE INDEX message_edits_of_tenant ON message_edits USING btree (tenant_id, id);

CREATE UNIQUE INDEX message_edits_once ON message_edits USING btree (smib_id, message_at, message_seq_nr, bucket, item) WHERE (state = 'holds'::text);

CREATE INDEX meter_comparisons_due ON meter_comparisons USING btree (again_at);

CREATE INDEX meter_explanations_of_slot ON meter_explanations USING btree (slot_id, id);

CREATE INDEX meter_explanations_of_tenant ON meter_explanations USING btree (tenant_id, id);

CREATE INDEX meter_sheet_entries_archived ON meter_sheet_entries USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX meter_sheet_entries_of_location ON meter_sheet_entries USING btree (location_id, day);

CREATE INDEX meter_sheet_entries_of_tenant ON meter_sheet_entries USING btree (tenant_id, id);

CREATE INDEX monthly_reports_archived ON monthly_reports USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX monthly_reports_in_order_of_month_id ON monthly_reports USING btree (month, id);

CREATE INDEX monthly_reports_listed ON monthly_reports USING btree (tenant_id, month, id);

CREATE INDEX monthly_reports_logo ON monthly_reports USING btree (tenant_id, logo) WHERE (logo IS NOT NULL);

CREATE UNIQUE INDEX monthly_reports_of ON monthly_reports USING btree (location_id, month, currency);

CREATE INDEX notification_channels_of_tenant ON notification_channels USING btree (tenant_id, name);

CREATE INDEX notification_mails_due ON notification_mails USING btree (due_at);

CREATE INDEX notification_subscriptions_by_template ON notification_subscriptions USING btree (template, scope);

CREATE INDEX notifications_by_at ON notifications USING btree (at, id);

CREATE INDEX notifications_by_resource_id_template ON notifications USING btree (resource_id, template, first_at);

CREATE INDEX notifications_by_tenant_id_at ON notifications USING btree (tenant_id, at, id);

CREATE INDEX notifications_of_requests ON notifications USING btree (request_id) WHERE (request_id IS NOT NULL);

CREATE INDEX notifications_to_escalate ON notifications USING btree (escalate_at);

CREATE INDEX notifications_to_fan ON notifications USING btree (fanned_at, id);

CREATE INDEX omitted_readings_of_edit ON omitted_readings USING btree (edit_id);

CREATE INDEX on_call_orders_of_tenant ON on_call_orders USING btree (tenant_id, name);

CREATE INDEX onjn_exclusions_archived ON onjn_exclusions USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX onjn_exclusions_by_generation ON onjn_exclusions USING btree (generation, hash);

CREATE INDEX onjn_exclusions_by_tenant ON onjn_exclusions USING btree (tenant_id, id);

CREATE INDEX onjn_exclusions_by_tenant_id_generation_hash ON onjn_exclusions USING btree (tenant_id, generation, hash);

CREATE UNIQUE INDEX onjn_exclusions_unique_hash ON onjn_exclusions USING btree (tenant_id, hash);

CREATE INDEX passkey_challenges_by_age ON passkey_challenges USING btree (expires_at);

CREATE INDEX passkeys_by_user ON passkeys USING btree (user_id);

CREATE INDEX password_links_by_expires_at ON password_links USING btree (expires_at);

CREATE INDEX password_links_by_user ON password_links USING btree (user_id);

CREATE UNIQUE INDEX password_links_unique_token_hash ON password_links USING btree (token_hash);

CREATE INDEX payment_log_archived ON payment_log USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX payment_log_by_slot_id ON payment_log USING btree (slot_id, occurred_at, id);

CREATE INDEX payment_log_by_tenant_id ON payment_log USING btree (tenant_id, occurred_at, id);

CREATE INDEX payment_log_in_order_of_occurred_at_id ON payment_log USING btree (occurred_at, id);

CREATE UNIQUE INDEX payment_log_unique_event ON payment_log USING btree (transaction_id, event_id);

CREATE UNIQUE INDEX payment_merchants_unique_tenant ON payment_merchants USING btree (tenant_id);

CREATE INDEX payment_transactions_archived ON payment_transactions USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX payment_transactions_by_location_id ON payment_transactions USING btree (location_id, occurred_at, id);

CREATE INDEX payment_transactions_by_player ON payment_transactions USING btree (tenant_id, player_ref, occurred_at);

CREATE INDEX payment_transactions_by_slot_id ON payment_transactions USING btree (slot_id, occurred_at, id);

CREATE INDEX payment_transactions_by_tenant_id ON payment_transactions USING btree (tenant_id, occurred_at, id);

CREATE INDEX payment_transactions_by_time ON payment_transactions USING btree (occurred_at, id);

CREATE UNIQUE INDEX payment_transactions_unique_ref ON payment_transactions USING btree (tenant_id, provider_ref);

CREATE INDEX pending_handpays_by_tenant_id ON pending_handpays USING btree (tenant_id, since);

CREATE INDEX period_locks_of_tenant ON period_locks USING btree (tenant_id);

CREATE UNIQUE INDEX permissions_unique_name ON permissions USING btree (name);

CREATE INDEX player_documents_by_generation ON player_documents USING btree (generation, hash);

CREATE INDEX player_documents_by_player ON player_documents USING btree (player_id);

CREATE INDEX player_documents_by_tenant_id_generation_hash ON player_documents USING btree (tenant_id, generation, hash);

CREATE INDEX player_scans_archived ON player_scans USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX player_scans_by_location ON player_scans USING btree (location_id, created_at, answer);

CREATE INDEX player_scans_by_player ON player_scans USING btree (player_id, created_at);

CREATE INDEX player_scans_by_tenant ON player_scans USING btree (tenant_id, id);

CREATE INDEX player_scans_in_order_of_created_at_id ON player_scans USING btree (created_at, id);

CREATE INDEX player_scans_in_order_of_tenant_id_created_at_id ON player_scans USING btree (tenant_id, created_at, id);

CREATE INDEX players_archived ON players USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX players_by_tenant ON players USING btree (tenant_id, id);

CREATE INDEX players_in_order_of_name_id ON players USING btree (name, id);

CREATE INDEX players_in_order_of_tenant_id_name_id ON players USING btree (tenant_id, name, id);

CREATE INDEX presence_limits_by_offline_ms ON presence_limits USING btree (offline_ms);

CREATE INDEX presence_limits_by_stale_ms ON presence_limits USING btree (stale_ms);

CREATE INDEX push_browsers_of_user ON push_browsers USING btree (user_id);

CREATE UNIQUE INDEX push_browsers_once ON push_browsers USING btree (endpoint_hash);

CREATE INDEX raw_archives_by_location ON raw_archives USING btree (location_id, day, stream, part);

CREATE INDEX raw_archives_by_tenant ON raw_archives USING btree (tenant_id, day);

CREATE UNIQUE INDEX reading_terms_by_all ON reading_terms USING btree (slot_nr, tenant_nr, smib_nr, run, denomination_minor, currency, day_gap, hour_cut);

CREATE INDEX refresh_tokens_by_expires_at ON refresh_tokens USING btree (expires_at);

CREATE INDEX refresh_tokens_by_family_id ON refresh_tokens USING btree (family_id);

CREATE UNIQUE INDEX repair_decisions_of ON repair_decisions USING btree (repair_id, nr);

CREATE INDEX repair_proposals ON repair_decisions USING btree (tenant_id, id) WHERE (action = 'propose'::text);

CREATE INDEX repairs_archived ON repairs USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX repairs_by_assigned_name ON repairs USING btree (assignee, crossing, id) WHERE (assignee IS NOT NULL);

CREATE INDEX repairs_by_assignee ON repairs USING btree (assignee_id) WHERE (assignee_id IS NOT NULL);

CREATE UNIQUE INDEX repairs_crossing ON repairs USING btree (slot_id, game_nr, crossing);

CREATE INDEX repairs_in_order_of_crossing_id ON repairs USING btree (crossing, id);

CREATE INDEX repairs_in_order_of_tenant_id_crossing_id ON repairs USING btree (tenant_id, crossing, id);

CREATE INDEX repairs_listed ON repairs USING btree (tenant_id, state, crossing);

CREATE INDEX repairs_of_slot ON repairs USING btree (slot_id, crossing, id);

CREATE INDEX repairs_open ON repairs USING btree (location_id, slot_id) WHERE (state <> 'decided'::text);

CREATE INDEX report_schedules_of_tenant ON report_schedules USING btree (tenant_id, id);

CREATE INDEX report_sending_files_old ON report_sending_files USING btree (created_at);

CREATE UNIQUE INDEX report_sending_files_once ON report_sending_files USING btree (sending_id, nr);

CREATE INDEX report_sendings_archived ON report_sendings USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX report_sendings_by_tenant_id_state_next_at_id ON report_sendings USING btree (tenant_id, state, next_at, id);

CREATE INDEX report_sendings_of_tenant ON report_sendings USING btree (tenant_id, id);

CREATE UNIQUE INDEX report_sendings_once ON report_sendings USING btree (schedule_id, location_id, period);

CREATE INDEX report_sendings_open ON report_sendings USING btree (state, next_at);

CREATE INDEX role_permissions_by_permission ON role_permissions USING btree (permission);

CREATE UNIQUE INDEX roles_unique_tenant_id_name ON roles USING btree (tenant_id, name);

CREATE INDEX saved_views_by_owner_page ON saved_views USING btree (owner_id, page);

CREATE INDEX saved_views_by_tenant_page ON saved_views USING btree (tenant_id, page, shared);

CREATE INDEX seal_files_of_seal ON seal_files USING btree (seal_id);

CREATE INDEX seals_of_subject ON seals USING btree (location_id, subject, number);

CREATE INDEX self_exclusions_archived ON self_exclusions USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX self_exclusions_by_player ON self_exclusions USING btree (player_id);

CREATE INDEX self_exclusions_by_tenant ON self_exclusions USING btree (tenant_id, id);

CREATE INDEX sequence_breaks_by_location_id_at ON sequence_breaks USING btree (location_id, at);

CREATE INDEX sequence_breaks_by_smib_id_at ON sequence_breaks USING btree (smib_id, at);

CREATE INDEX sequence_breaks_by_smib_id_run_to_seq ON sequence_breaks USING btree (smib_id, run, to_seq);

CREATE INDEX sequence_breaks_by_tenant_id_at ON sequence_breaks USING btree (tenant_id, at);

CREATE INDEX share_links_of_tenant ON share_links USING btree (tenant_id, id);

CREATE UNIQUE INDEX shift_handovers_of_location ON shift_handovers USING btree (location_id, seq);

CREATE INDEX shift_handovers_of_tenant ON shift_handovers USING btree (tenant_id, to_at, id);

CREATE UNIQUE INDEX shift_handovers_waiting ON shift_handovers USING btree (location_id) WHERE (state = 'waiting'::text);

CREATE INDEX slot_data_by_location_id_server_time ON slot_data USING btree (location_id, server_time);

CREATE INDEX slot_history_of_location ON slot_history USING btree (location_id, slot_id);

CREATE INDEX slot_meter_setups_by_tenant ON slot_meter_setups USING btree (tenant_id, slot_id);

CREATE INDEX slot_sort_keys_in_order_of_asset_no ON slot_sort_keys USING btree (asset_no, id) WHERE (archived_at IS NULL);

CREATE INDEX slot_sort_keys_in_order_of_asset_no_down ON slot_sort_keys USING btree (asset_no DESC NULLS LAST, id DESC) WHERE (archived_at IS NULL);

CREATE INDEX slot_sort_keys_in_order_of_created_at ON slot_sort_keys USING btree (created_at, id) WHERE (archived_at IS NULL);

CREATE INDEX slot_sort_keys_in_order_of_game_mix ON slot_sort_keys USING btree (game_mix, id) WHERE (archived_at IS NULL);

CREATE INDEX slot_sort_keys_in_order_of_game_mix_down ON slot_sort_keys USING btree (game_mix DESC NULLS LAST, id DESC) WHERE (archived_at IS NULL);

CREATE INDEX slot_sort_keys_in_order_of_lock_state ON slot_sort_keys USING btree (lock_state, id) WHERE (archived_at IS NULL);

CREATE INDEX slot_sort_keys_in_order_of_machine_type ON slot_sort_keys USING btree (machine_type, id) WHERE (archived_at IS NULL);

CREATE INDEX slot_sort_keys_in_order_of_machine_type_down ON slot_sort_keys USING btree (machine_type DESC NULLS LAST, id DESC) WHERE (archived_at IS NULL);

CREATE INDEX slot_sort_keys_in_order_of_manufacturer ON slot_sort_keys USING btree (manufacturer, id) WHERE (archived_at IS NULL);

CREATE INDEX slot_sort_keys_in_order_of_serial ON slot_sort_keys USING btree (serial, id) WHERE (archived_at IS NULL);

CREATE INDEX slot_sort_keys_in_order_of_status ON slot_sort_keys USING btree (status, id) WHERE (archived_at IS NULL);

CREATE INDEX slot_sort_keys_in_order_of_updated_at ON slot_sort_keys USING btree (updated_at, id) WHERE (archived_at IS NULL);

CREATE INDEX slots_archived ON slots USING btree (archived_at) WHERE (archived_at IS NOT NULL);

CREATE INDEX slots_by_archived_at_id_reported_hour ON slots USING btree (archived_at, id, reported_hour);

CREATE INDEX slots_by_asset_key ON slots USING btree (asset_key);

CREATE INDEX slots_by_door_open_at ON slots USING btree (door_open_at) WHERE (door_open_at IS NOT NULL);

CREATE INDEX slots_by_location_id_archived_at_id ON slots USING btree (location_id, archived_at, id, tenant_id);

CREATE INDEX slots_by_location_id_archived_at_last_seen_at ON slots USING btree (location_id, archived_at, last_seen_at);

CREATE INDEX slots_by_lock_state ON slots USING btree (lock_state, archived_at, id);

CREATE INDEX slots_by_serial ON slots USING btree (serial);

CREATE INDEX slots_by_serial_key ON slots USING btree (serial_key);

CREATE INDEX slots_by_tenant_id_archived_at_id_reported_hour ON slots USING btree (tenant_id, archived_at, id, reported_hour);

CREATE INDEX slots_in_order_of_credits ON slots USING btree (credits, id) WHERE (archived_at IS NULL);

CREATE INDEX slots_in_order_of_credits_down ON slots USING btree (credits DESC NULLS LAST, id DESC) WHERE (archived_at IS NULL);

CREATE INDEX slots_in_order_of_last_seen_at ON slots USING btree (last_seen_at, id) WHERE (archived_at IS NULL);

CREATE INDEX slots_in_order_of_last_seen_at_down ON slots USING btree (last_seen_at DESC NULLS LAST, id DESC) WHERE (archived_at IS NULL);

CREATE UNIQUE INDEX slots_unique_tenant_id_asset_key ON slots USING btree (tenant_id, asset_key);

CREATE UNIQUE INDEX slots_unique_tenant_id_serial ON slots USING btree (tenant_id, serial);

CREATE UNIQUE INDEX slots_unique_tenant_id_serial_key ON slots USING btree (tenant_id, serial_key);

CREATE INDEX smib_firmware_by_name ON smib_firmware USING btree (firmware, smib_id);

CREATE INDEX smib_history_of_slot ON smib_history USING btree (slot_id, valid_from);

CREATE INDEX smib_logs_by_location_id_server_time ON smib_logs USING btree (location_id, server_time);

CREATE INDEX smib_slots_by_slot_id ON smib_slots USING btree (slot_id);

CREATE INDEX smib_sort_keys_in_order_of_created_at ON smib_sort_keys USING btree (created_at, id) WHERE (archived_at IS NULL);

CREATE INDEX smib_sort_keys_in_order_of_firmware ON smib_sort_keys USING btree (firmware, id) WHERE (archived_at IS NULL);

CREATE INDEX smib_sort_keys_in_order_of_firmware_down ON smib_sort_keys USING btree (firmware DESC NULLS LAST, id DESC) WHERE (archived_at IS NULL);

CREATE INDEX smib_sort_keys_in_order_of_mac ON smib_sort_keys USING btree (mac, id) WHERE (archived_at IS NULL);

CREATE INDEX smib_sort_keys_in_order_of_poll_ms ON smib_sort_keys USING btree (poll_ms, id) WHERE (archived_at IS NULL);

CREATE INDEX smib_sort_keys_in_order_of_poll_ms_down ON smib_sort_keys USING btree (poll_ms DESC NULLS LAST, id DESC) WHERE (archived_at IS NULL);

CREATE INDEX smib_sort_keys_in_order_of_updated_at ON smib_sort_keys USING btree (updated_at, id) WHERE (archived_at IS NULL);

CREATE INDEX smibs_archived ON smibs USING btree (archived_at) WHERE (archived_at IS NOT NULL);

CREATE INDEX smibs_by_archived_at_id ON smibs USING btree (archived_at, id);

CREATE INDEX smibs_by_location_id_archived_at_id ON smibs USING btree (location_id, archived_at, id, tenant_id);

CREATE INDEX smibs_by_tenant_id_archived_at_id ON smibs USING btree (tenant_id, archived_at, id);

CREATE INDEX smibs_in_order_of_last_seen_at ON smibs USING btree (last_seen_at, id) WHERE (archived_at IS NULL);

CREATE INDEX smibs_in_order_of_last_seen_at_down ON smibs USING btree (last_seen_at DESC NULLS LAST, id DESC) WHERE (archived_at IS NULL);

CREATE UNIQUE INDEX smibs_one_per_slot ON smibs USING btree (slot_id) WHERE (slot_id IS NOT NULL);

CREATE UNIQUE INDEX smibs_unique_mac ON smibs USING btree (mac);

CREATE INDEX span_days_changed ON span_days USING btree (location_id, day) WHERE (changed = 1);

CREATE INDEX sso_identities_by_user ON sso_identities USING btree (user_id);

CREATE UNIQUE INDEX sso_identities_one ON sso_identities USING btree (issuer, user_id);

CREATE INDEX stored_hours_by_location ON ONLY stored_hours USING btree (location_nr, hour_start);

CREATE INDEX stored_hours_by_location_before ON stored_hours_before USING btree (location_nr, hour_start);

CREATE INDEX stored_hours_other_location_nr_hour_start_idx ON stored_hours_other USING btree (location_nr, hour_start);

CREATE INDEX stored_messages_by_location ON ONLY stored_messages USING btree (location_nr, server_time);

CREATE INDEX stored_messages_by_location_before ON stored_messages_before USING btree (location_nr, server_time);

CREATE INDEX stored_messages_late ON ONLY stored_messages USING btree (location_nr, server_time) WHERE ((received_at - server_time) > 300000);

CREATE INDEX stored_messages_late_before ON stored_messages_before USING btree (location_nr, server_time) WHERE ((received_at - server_time) > 300000);

CREATE INDEX stored_messages_other_location_nr_server_time_idx ON stored_messages_other USING btree (location_nr, server_time);

CREATE INDEX stored_messages_other_location_nr_server_time_idx1 ON stored_messages_other USING btree (location_nr, server_time) WHERE ((received_at - server_time) > 300000);

CREATE INDEX stored_messages_own_time ON ONLY stored_messages USING btree (smib_nr, own_time, message_seq_nr) WHERE (own_time IS NOT NULL);

CREATE INDEX stored_messages_other_smib_nr_own_time_message_seq_nr_idx ON stored_messages_other USING btree (smib_nr, own_time, message_seq_nr) WHERE (own_time IS NOT NULL);

CREATE INDEX stored_messages_own_time_before ON stored_messages_before USING btree (smib_nr, own_time, message_seq_nr) WHERE (own_time IS NOT NULL);

CREATE INDEX stored_readings_by_location ON ONLY stored_readings USING btree (location_nr, server_time);

CREATE INDEX stored_readings_by_location_before ON stored_readings_before USING btree (location_nr, server_time);

CREATE INDEX stored_readings_held ON ONLY stored_readings USING btree (tenant_nr, held, server_time) WHERE (held IS NOT NULL);

CREATE INDEX stored_readings_held_before ON stored_readings_before USING btree (tenant_nr, held, server_time) WHERE (held IS NOT NULL);

CREATE INDEX stored_readings_marked ON ONLY stored_readings USING btree (slot_nr, game_nr, server_time) WHERE (repairs IS NOT NULL);

CREATE INDEX stored_readings_marked_before ON stored_readings_before USING btree (slot_nr, game_nr, server_time) WHERE (repairs IS NOT NULL);

CREATE INDEX stored_readings_marked_places ON ONLY stored_readings USING btree (location_nr, server_time) WHERE (repairs IS NOT NULL);

CREATE INDEX stored_readings_marked_places_before ON stored_readings_before USING btree (location_nr, server_time) WHERE (repairs IS NOT NULL);

CREATE INDEX stored_readings_other_location_nr_server_time_idx ON stored_readings_other USING btree (location_nr, server_time);

CREATE INDEX stored_readings_other_location_nr_server_time_idx1 ON stored_readings_other USING btree (location_nr, server_time) WHERE (repairs IS NOT NULL);

CREATE INDEX stored_readings_other_slot_nr_game_nr_server_time_idx ON stored_readings_other USING btree (slot_nr, game_nr, server_time) WHERE (repairs IS NOT NULL);

CREATE INDEX stored_readings_other_tenant_nr_held_server_time_idx ON stored_readings_other USING btree (tenant_nr, held, server_time) WHERE (held IS NOT NULL);

CREATE INDEX tasks_by_state ON tasks USING btree (state, run_after);

CREATE INDEX tasks_by_tenant ON tasks USING btree (tenant_id, created_at);

CREATE UNIQUE INDEX tenants_unique_login_host ON tenants USING btree (login_host);

CREATE INDEX token_families_by_expires_at ON token_families USING btree (expires_at);

CREATE INDEX token_families_by_user_id ON token_families USING btree (user_id);

CREATE INDEX token_families_of_user ON token_families USING btree (user_id) WHERE (ended_at IS NULL);

CREATE INDEX user_group_members_by_user_id ON user_group_members USING btree (user_id);

CREATE INDEX user_group_roles_by_role_id ON user_group_roles USING btree (role_id);

CREATE UNIQUE INDEX user_groups_unique_tenant_id_name ON user_groups USING btree (tenant_id, name);

CREATE INDEX user_roles_by_role_id ON user_roles USING btree (role_id);

CREATE INDEX users_by_email ON users USING btree (lower(email));

CREATE INDEX users_by_lookalike_key ON users USING btree (lookalike_key);

CREATE INDEX users_by_tenant_id_archived_at_id ON users USING btree (tenant_id, archived_at, id);

CREATE UNIQUE INDEX users_unique_username_key ON users USING btree (username_key);

CREATE INDEX webhook_deliveries_archived ON webhook_deliveries USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries USING btree (created_at);

CREATE INDEX webhook_deliveries_by_tenant ON webhook_deliveries USING btree (tenant_id, id);

CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries USING btree (receiver_id, id);

CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (next_at, id) WHERE (state = 'waiting'::text);

CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries USING btree (receiver_id, notification_id);

CREATE INDEX webhook_deliveries_others_by_id ON webhook_deliveries USING btree (id, user_id, archived_at) WHERE ((user_id IS NULL) AND (archived_at IS NULL));

CREATE INDEX webhook_deliveries_others_by_tenant_id_id ON webhook_deliveries USING btree (tenant_id, id, user_id, archived_at) WHERE ((user_id IS NULL) AND (archived_at IS NULL));

CREATE INDEX webhooks_by_tenant ON webhooks USING btree (tenant_id, id);

CREATE INDEX work_orders_archived ON work_orders USING btree (tenant_id) WHERE (archived_at IS NOT NULL);

CREATE INDEX work_orders_by_assignee ON work_orders USING btree (tenant_id, lower(assignee)) WHERE (assignee IS NOT NULL);

CREATE INDEX work_orders_by_due_on_id ON work_orders USING btree (due_on, id);

CREATE INDEX work_orders_by_location_id_due_on ON work_orders USING btree (location_id, due_on);

CREATE INDEX work_orders_by_slot_id_due_on ON work_orders USING btree (slot_id, due_on);

CREATE INDEX work_orders_by_tenant_id_due_on_id ON work_orders USING btree (tenant_id, due_on, id);

ALTER INDEX stored_hours_pk ATTACH PARTITION stored_hours_before_pkey;

ALTER INDEX stored_hours_by_location ATTACH PARTITION stored_hours_by_location_before;

ALTER INDEX stored_hours_by_location ATTACH PARTITION stored_hours_other_location_nr_hour_start_idx;

ALTER INDEX stored_hours_pk ATTACH PARTITION stored_hours_other_pkey;

ALTER INDEX stored_messages_pk ATTACH PARTITION stored_messages_before_pkey;

ALTER INDEX stored_messages_by_location ATTACH PARTITION stored_messages_by_location_before;

ALTER INDEX stored_messages_late ATTACH PARTITION stored_messages_late_before;

ALTER INDEX stored_messages_by_location ATTACH PARTITION stored_messages_other_location_nr_server_time_idx;

ALTER INDEX stored_messages_late ATTACH PARTITION stored_messages_other_location_nr_server_time_idx1;

ALTER INDEX stored_messages_pk ATTACH PARTITION stored_messages_other_pkey;

ALTER INDEX stored_messages_own_time ATTACH PARTITION stored_messages_other_smib_nr_own_time_message_seq_nr_idx;

ALTER INDEX stored_messages_own_time ATTACH PARTITION stored_messages_own_time_before;

ALTER INDEX stored_readings_pk ATTACH PARTITION stored_readings_before_pkey;

ALTER INDEX stored_readings_by_location ATTACH PARTITION stored_readings_by_location_before;

ALTER INDEX stored_readings_held ATTACH PARTITION stored_readings_held_before;

ALTER INDEX stored_readings_marked ATTACH PARTITION stored_readings_marked_before;

ALTER INDEX stored_readings_marked_places ATTACH PARTITION stored_readings_marked_places_before;

ALTER INDEX stored_readings_by_location ATTACH PARTITION stored_readings_other_location_nr_server_time_idx;

ALTER INDEX stored_readings_marked_places ATTACH PARTITION stored_readings_other_location_nr_server_time_idx1;

ALTER INDEX stored_readings_pk ATTACH PARTITION stored_readings_other_pkey;

ALTER INDEX stored_readings_marked ATTACH PARTITION stored_readings_other_slot_nr_game_nr_server_time_idx;

ALTER INDEX stored_readings_held ATTACH PARTITION stored_readings_other_tenant_nr_held_server_time_idx;

CREATE TRIGGER approvals_answered AFTER UPDATE ON approvals FOR EACH ROW WHEN (((old.answer IS NULL) AND (new.answer IS NOT NULL))) EXECUTE FUNCTION approvals_answered();

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_refuse();

CREATE TRIGGER location_day_sums_kept BEFORE UPDATE ON location_day_sums FOR EACH ROW EXECUTE FUNCTION location_day_sums_kept();

CREATE TRIGGER location_day_sums_less AFTER DELETE ON location_day_sums FOR EACH ROW WHEN ((old.slot_set <> '-1'::integer)) EXECUTE FUNCTION location_day_sums_less();

CREATE TRIGGER location_day_sums_more AFTER INSERT ON location_day_sums FOR EACH ROW WHEN ((new.slot_set <> '-1'::integer)) EXECUTE FUNCTION location_day_sums_more();

CREATE TRIGGER locations_custom_delete AFTER DELETE ON locations FOR EACH ROW WHEN ((old.custom IS NOT NULL)) EXECUTE FUNCTION locations_custom();

CREATE TRIGGER locations_custom_insert AFTER INSERT ON locations FOR EACH ROW WHEN ((new.custom IS NOT NULL)) EXECUTE FUNCTION locations_custom();

CREATE TRIGGER locations_custom_update AFTER UPDATE OF custom, tenant_id ON locations FOR EACH ROW WHEN (((old.custom IS DISTINCT FROM new.custom) OR (old.tenant_id IS DISTINCT FROM new.tenant_id))) EXECUTE FUNCTION locations_custom();

CREATE TRIGGER locations_history_gone AFTER DELETE ON locations FOR EACH ROW EXECUTE FUNCTION locations_history_gone();

CREATE TRIGGER locations_history_kept AFTER UPDATE OF time_zone, gaming_day_start, rules_from ON locations FOR EACH ROW EXECUTE FUNCTION locations_history_kept();

CREATE TRIGGER locations_history_made AFTER INSERT ON locations FOR EACH ROW EXECUTE FUNCTION locations_history_made();

CREATE TRIGGER locations_short_id AFTER INSERT ON locations FOR EACH ROW EXECUTE FUNCTION short_id();

CREATE TRIGGER machine_commands_counted AFTER UPDATE ON machine_commands REFERENCING OLD TABLE AS it_was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION machine_commands_count();

CREATE TRIGGER repair_decisions_answered AFTER INSERT ON repair_decisions FOR EACH ROW WHEN ((new.action = ANY (ARRAY['approve'::text, 'refuse'::text, 'outdated'::text]))) EXECUTE FUNCTION repair_decisions_answered();

CREATE TRIGGER slot_history_marked AFTER INSERT ON slot_history FOR EACH ROW WHEN ((new.valid_from > 0)) EXECUTE FUNCTION slot_history_marked();

CREATE TRIGGER slot_sort_keys_delete AFTER DELETE ON slots FOR EACH ROW EXECUTE FUNCTION slot_sort_keys_removed();

CREATE TRIGGER slot_sort_keys_insert AFTER INSERT ON slots FOR EACH ROW EXECUTE FUNCTION slot_sort_keys_written();

CREATE TRIGGER slot_sort_keys_update AFTER UPDATE OF tenant_id, archived_at, serial, manufacturer, status, lock_delivery, created_at, updated_at, asset_no, machine_type, game_mix ON slots FOR EACH ROW WHEN ((((((((((((old.tenant_id IS DISTINCT FROM new.tenant_id) OR (old.archived_at IS DISTINCT FROM new.archived_at)) OR (old.serial IS DISTINCT FROM new.serial)) OR (old.manufacturer IS DISTINCT FROM new.manufacturer)) OR (old.status IS DISTINCT FROM new.status)) OR (old.lock_state IS DISTINCT FROM new.lock_state)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.updated_at IS DISTINCT FROM new.updated_at)) OR (old.asset_no IS DISTINCT FROM new.asset_no)) OR (old.machine_type IS DISTINCT FROM new.machine_type)) OR (old.game_mix IS DISTINCT FROM new.game_mix))) EXECUTE FUNCTION slot_sort_keys_written();

CREATE TRIGGER slots_custom_delete AFTER DELETE ON slots FOR EACH ROW WHEN ((old.custom IS NOT NULL)) EXECUTE FUNCTION slots_custom();

CREATE TRIGGER slots_custom_insert AFTER INSERT ON slots FOR EACH ROW WHEN ((new.custom IS NOT NULL)) EXECUTE FUNCTION slots_custom();

CREATE TRIGGER slots_custom_update AFTER UPDATE OF custom, tenant_id ON slots FOR EACH ROW WHEN (((old.custom IS DISTINCT FROM new.custom) OR (old.tenant_id IS DISTINCT FROM new.tenant_id))) EXECUTE FUNCTION slots_custom();

CREATE TRIGGER slots_history_gone AFTER DELETE ON slots FOR EACH ROW EXECUTE FUNCTION slots_history_gone();

CREATE TRIGGER slots_history_kept AFTER UPDATE OF location_id, currency, denomination_minor, theoretical_rtp, game_mix, fastest_game_ms, highest_bet, top_award, highest_note ON slots FOR EACH ROW EXECUTE FUNCTION slots_history_kept();

CREATE TRIGGER slots_history_made AFTER INSERT ON slots FOR EACH ROW EXECUTE FUNCTION slots_history_made();

CREATE TRIGGER slots_short_id AFTER INSERT ON slots FOR EACH ROW EXECUTE FUNCTION short_id();

CREATE TRIGGER slots_total_came AFTER INSERT ON slots REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION slots_came();

CREATE TRIGGER slots_total_moved AFTER UPDATE OF archived_at, tenant_id ON slots FOR EACH ROW WHEN (((old.tenant_id IS DISTINCT FROM new.tenant_id) OR ((old.archived_at IS NULL) IS DISTINCT FROM (new.archived_at IS NULL)))) EXECUTE FUNCTION slots_moved();

CREATE TRIGGER slots_total_went AFTER DELETE ON slots REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION slots_went();

CREATE TRIGGER slots_words_delete AFTER DELETE ON slots FOR EACH ROW EXECUTE FUNCTION slot_searched();

CREATE TRIGGER slots_words_insert AFTER INSERT ON slots FOR EACH ROW EXECUTE FUNCTION slot_searched();

CREATE TRIGGER slots_words_update AFTER UPDATE OF search, archived_at, tenant_id ON slots FOR EACH ROW WHEN ((((old.search IS DISTINCT FROM new.search) OR (old.tenant_id IS DISTINCT FROM new.tenant_id)) OR ((old.archived_at IS NULL) IS DISTINCT FROM (new.archived_at IS NULL)))) EXECUTE FUNCTION slot_searched();

CREATE TRIGGER smib_history_marked AFTER INSERT ON smib_history FOR EACH ROW WHEN ((new.valid_from > 0)) EXECUTE FUNCTION smib_history_marked();

CREATE TRIGGER smib_sort_keys_delete AFTER DELETE ON smibs FOR EACH ROW EXECUTE FUNCTION smib_sort_keys_removed();

CREATE TRIGGER smib_sort_keys_insert AFTER INSERT ON smibs FOR EACH ROW EXECUTE FUNCTION smib_sort_keys_written();

CREATE TRIGGER smib_sort_keys_update AFTER UPDATE OF tenant_id, archived_at, mac, created_at, updated_at, firmware, poll_ms ON smibs FOR EACH ROW WHEN ((((((((old.tenant_id IS DISTINCT FROM new.tenant_id) OR (old.archived_at IS DISTINCT FROM new.archived_at)) OR (old.mac IS DISTINCT FROM new.mac)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.updated_at IS DISTINCT FROM new.updated_at)) OR (old.firmware IS DISTINCT FROM new.firmware)) OR (old.poll_ms IS DISTINCT FROM new.poll_ms))) EXECUTE FUNCTION smib_sort_keys_written();

CREATE TRIGGER smibs_custom_delete AFTER DELETE ON smibs FOR EACH ROW WHEN ((old.custom IS NOT NULL)) EXECUTE FUNCTION smibs_custom();

CREATE TRIGGER smibs_custom_insert AFTER INSERT ON smibs FOR EACH ROW WHEN ((new.custom IS NOT NULL)) EXECUTE FUNCTION smibs_custom();

CREATE TRIGGER smibs_custom_update AFTER UPDATE OF custom, tenant_id ON smibs FOR EACH ROW WHEN (((old.custom IS DISTINCT FROM new.custom) OR (old.tenant_id IS DISTINCT FROM new.tenant_id))) EXECUTE FUNCTION smibs_custom();

CREATE TRIGGER smibs_history_gone AFTER DELETE ON smibs FOR EACH ROW EXECUTE FUNCTION smibs_history_gone();

CREATE TRIGGER smibs_history_kept AFTER UPDATE OF slot_id ON smibs FOR EACH ROW EXECUTE FUNCTION smibs_history_kept();

CREATE TRIGGER smibs_history_made AFTER INSERT ON smibs FOR EACH ROW EXECUTE FUNCTION smibs_history_made();

CREATE TRIGGER smibs_short_id AFTER INSERT ON smibs FOR EACH ROW EXECUTE FUNCTION short_id();

CREATE TRIGGER smibs_total_came AFTER INSERT ON smibs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION smibs_came();

CREATE TRIGGER smibs_total_moved AFTER UPDATE OF archived_at, tenant_id ON smibs FOR EACH ROW WHEN (((old.tenant_id IS DISTINCT FROM new.tenant_id) OR ((old.archived_at IS NULL) IS DISTINCT FROM (new.archived_at IS NULL)))) EXECUTE FUNCTION smibs_moved();

CREATE TRIGGER smibs_total_went AFTER DELETE ON smibs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION smibs_went();

CREATE TRIGGER tenants_short_id AFTER INSERT ON tenants FOR EACH ROW EXECUTE FUNCTION short_id();

ALTER TABLE ONLY acl_group_members
    ADD CONSTRAINT acl_group_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES acl_groups(id) ON DELETE CASCADE;

ALTER TABLE ONLY acl_rule_groups
    ADD CONSTRAINT acl_rule_groups_group_id_fkey FOREIGN KEY (group_id) REFERENCES acl_groups(id);

ALTER TABLE ONLY acl_rule_groups
    ADD CONSTRAINT acl_rule_groups_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES acl_rules(id) ON DELETE CASCADE;

ALTER TABLE ONLY acl_rules
    ADD CONSTRAINT acl_rules_group_id_fkey FOREIGN KEY (group_id) REFERENCES user_groups(id) ON DELETE CASCADE;

ALTER TABLE ONLY acl_rules
    ADD CONSTRAINT acl_rules_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id);

ALTER TABLE ONLY acl_rules
    ADD CONSTRAINT acl_rules_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY alarm_steps_done
    ADD CONSTRAINT alarm_steps_done_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES alarms(id) ON DELETE CASCADE;

ALTER TABLE ONLY avatars
    ADD CONSTRAINT avatars_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY blacklists
    ADD CONSTRAINT blacklists_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id);

ALTER TABLE ONLY blacklists
    ADD CONSTRAINT blacklists_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id);

ALTER TABLE ONLY blacklists
    ADD CONSTRAINT blacklists_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);

ALTER TABLE ONLY board_configs
    ADD CONSTRAINT board_configs_smib_id_fkey FOREIGN KEY (smib_id) REFERENCES smibs(id);

ALTER TABLE ONLY collector_checkpoints
    ADD CONSTRAINT collector_checkpoints_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id);

ALTER TABLE ONLY collector_checkpoints
    ADD CONSTRAINT collector_checkpoints_slot_id_fkey FOREIGN KEY (slot_id) REFERENCES slots(id);

ALTER TABLE ONLY collector_checkpoints
    ADD CONSTRAINT collector_checkpoints_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);

ALTER TABLE ONLY data_export_chunks
    ADD CONSTRAINT data_export_chunks_export_id_fkey FOREIGN KEY (export_id) REFERENCES data_exports(id);

ALTER TABLE ONLY email_codes
    ADD CONSTRAINT email_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY game_mix_games
    ADD CONSTRAINT game_mix_games_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id);

ALTER TABLE ONLY game_mixes
    ADD CONSTRAINT game_mixes_manufacturer_id_fkey FOREIGN KEY (manufacturer_id) REFERENCES manufacturers(id);

ALTER TABLE ONLY game_profiles
    ADD CONSTRAINT game_profiles_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id);

ALTER TABLE ONLY game_settings
    ADD CONSTRAINT game_settings_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id);

ALTER TABLE ONLY game_settings
    ADD CONSTRAINT game_settings_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES game_profiles(id);

ALTER TABLE ONLY games
    ADD CONSTRAINT games_manufacturer_id_fkey FOREIGN KEY (manufacturer_id) REFERENCES manufacturers(id);

ALTER TABLE ONLY locations
    ADD CONSTRAINT locations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);

ALTER TABLE ONLY machine_types
    ADD CONSTRAINT machine_types_manufacturer_id_fkey FOREIGN KEY (manufacturer_id) REFERENCES manufacturers(id);

ALTER TABLE ONLY notification_mails
    ADD CONSTRAINT notification_mails_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id);

ALTER TABLE ONLY notification_mails
    ADD CONSTRAINT notification_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY notification_receipts
    ADD CONSTRAINT notification_receipts_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id);

ALTER TABLE ONLY notification_subscriptions
    ADD CONSTRAINT notification_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY notification_wishes
    ADD CONSTRAINT notification_wishes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY onjn_exclusions
    ADD CONSTRAINT onjn_exclusions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);

ALTER TABLE ONLY passkeys
    ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY password_links
    ADD CONSTRAINT password_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY payment_log
    ADD CONSTRAINT payment_log_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id);

ALTER TABLE ONLY payment_log
    ADD CONSTRAINT payment_log_slot_id_fkey FOREIGN KEY (slot_id) REFERENCES slots(id);

ALTER TABLE ONLY payment_log
    ADD CONSTRAINT payment_log_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);

ALTER TABLE ONLY payment_log
    ADD CONSTRAINT payment_log_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES payment_transactions(id);

ALTER TABLE ONLY payment_merchants
    ADD CONSTRAINT payment_merchants_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);

ALTER TABLE ONLY payment_transactions
    ADD CONSTRAINT payment_transactions_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id);

ALTER TABLE ONLY payment_transactions
    ADD CONSTRAINT payment_transactions_slot_id_fkey FOREIGN KEY (slot_id) REFERENCES slots(id);

ALTER TABLE ONLY payment_transactions
    ADD CONSTRAINT payment_transactions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);

ALTER TABLE ONLY player_scans
    ADD CONSTRAINT player_scans_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id);

ALTER TABLE ONLY player_scans
    ADD CONSTRAINT player_scans_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);

ALTER TABLE ONLY players
    ADD CONSTRAINT players_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);

ALTER TABLE ONLY refresh_tokens
    ADD CONSTRAINT refresh_tokens_family_id_fkey FOREIGN KEY (family_id) REFERENCES token_families(id) ON DELETE CASCADE;

ALTER TABLE ONLY refused_messages
    ADD CONSTRAINT refused_messages_smib_id_fkey FOREIGN KEY (smib_id) REFERENCES smibs(id) ON DELETE CASCADE;

ALTER TABLE ONLY role_permissions
    ADD CONSTRAINT role_permissions_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id) ON DELETE CASCADE;

ALTER TABLE ONLY saved_views
    ADD CONSTRAINT saved_views_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id);

ALTER TABLE ONLY second_factors
    ADD CONSTRAINT second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY self_exclusions
    ADD CONSTRAINT self_exclusions_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id);

ALTER TABLE ONLY self_exclusions
    ADD CONSTRAINT self_exclusions_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id);

ALTER TABLE ONLY self_exclusions
    ADD CONSTRAINT self_exclusions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);

ALTER TABLE ONLY slot_meter_setups
    ADD CONSTRAINT slot_meter_setups_slot_id_fkey FOREIGN KEY (slot_id) REFERENCES slots(id);

ALTER TABLE ONLY slots
    ADD CONSTRAINT slots_game_mix_id_fkey FOREIGN KEY (game_mix_id) REFERENCES game_mixes(id);

ALTER TABLE ONLY slots
    ADD CONSTRAINT slots_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id);

ALTER TABLE ONLY slots
    ADD CONSTRAINT slots_machine_type_id_fkey FOREIGN KEY (machine_type_id) REFERENCES machine_types(id);

ALTER TABLE ONLY slots
    ADD CONSTRAINT slots_manufacturer_id_fkey FOREIGN KEY (manufacturer_id) REFERENCES manufacturers(id);

ALTER TABLE ONLY slots
    ADD CONSTRAINT slots_protocol_id_fkey FOREIGN KEY (protocol_id) REFERENCES protocols(id);

ALTER TABLE ONLY slots
    ADD CONSTRAINT slots_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);

ALTER TABLE ONLY smibs
    ADD CONSTRAINT smibs_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id);

ALTER TABLE ONLY smibs
    ADD CONSTRAINT smibs_slot_id_fkey FOREIGN KEY (slot_id) REFERENCES slots(id);

ALTER TABLE ONLY smibs
    ADD CONSTRAINT smibs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);

ALTER TABLE ONLY sso_identities
    ADD CONSTRAINT sso_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY token_families
    ADD CONSTRAINT token_families_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY unknown_smibs
    ADD CONSTRAINT unknown_smibs_token_id_fkey FOREIGN KEY (token_id) REFERENCES api_tokens(id) ON DELETE CASCADE;

ALTER TABLE ONLY user_group_members
    ADD CONSTRAINT user_group_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES user_groups(id) ON DELETE CASCADE;

ALTER TABLE ONLY user_group_members
    ADD CONSTRAINT user_group_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY user_group_roles
    ADD CONSTRAINT user_group_roles_group_id_fkey FOREIGN KEY (group_id) REFERENCES user_groups(id) ON DELETE CASCADE;

ALTER TABLE ONLY user_group_roles
    ADD CONSTRAINT user_group_roles_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id);

ALTER TABLE ONLY user_roles
    ADD CONSTRAINT user_roles_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id);

ALTER TABLE ONLY user_roles
    ADD CONSTRAINT user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
