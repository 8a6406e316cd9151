-- Written by bin/baseline.mjs; what :created_at and :month_end are, backend/schema/baseline.ts says.

CREATE TABLE "kysely_migration" (
  "name" varchar(255) not null primary key,
  "timestamp" varchar(255) not null
);

CREATE TABLE "kysely_migration_lock" (
  "id" varchar(255) not null primary key,
  "is_locked" integer default 0 not null
);

CREATE TABLE "tenants" (
  "id" text primary key,
  "version" bigint not null,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "name" text not null,
  "login_host" text not null,
  "currency" text not null,
  "time_zone" text not null,
  "legal_name" text,
  "fiscal_code" text,
  "trade_register_no" text,
  "licence_no" text,
  "address" text,
  "contact_email" text,
  "phone" text,
  "deducts_handpaid_jackpots" integer not null,
  "allows_registration" integer default 0 not null,
  "share_capital" text
);

CREATE TABLE "locations" (
  "id" text primary key,
  "version" bigint not null,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "code" text not null,
  "name" text not null,
  "city" text not null,
  "time_zone" text not null,
  "gaming_day_start" text not null,
  "county" text,
  "address" text,
  "licence_no" text,
  "work_point_no" text,
  "contact" text,
  "phone" text,
  "tenant_id" text not null references "tenants" ("id"),
  "lat" text,
  "lon" text,
  "rules_from" text default '0001-01-01' not null,
  "code_key" text,
  custom text,
  custom_folded text
);

CREATE TABLE "slots" (
  "id" text primary key,
  "version" bigint not null,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "serial" text not null,
  "manufacturer" text not null,
  "protocol" text not null,
  "currency" text not null,
  "status" text not null,
  "asset_no" text,
  "machine_type" text,
  "game_mix" text,
  "position" text,
  "type_approval" text,
  "authorisation_no" text,
  "cvt_no" text,
  "cvt_valid_to" text,
  "lock_reason" text,
  "tenant_id" text not null references "tenants" ("id"),
  "location_id" text not null references "locations" ("id"),
  "sas_address" bigint,
  "denomination_minor" bigint not null,
  "credits" bigint,
  "theoretical_rtp" bigint,
  "last_seen_at" bigint,
  "demo" integer not null,
  "lock_delivery" text,
  "lock_ordered_at" bigint,
  "lock_ordered_by" text,
  "lock_answer_code" text,
  "lock_state" text generated always as (case when status = 'maintenance' then 'maintenance'
    when coalesce(lock_delivery, 'confirmed') = 'confirmed' then status
    when lock_delivery = 'refused' then case status when 'locked' then 'lock_refused' else 'unlock_refused' end
    else case status when 'locked' then 'locking' else 'unlocking' end end) virtual,
  "last_reading_at" bigint,
  "manufacturer_id" text references "manufacturers" ("id"),
  "machine_type_id" text references "machine_types" ("id"),
  "game_mix_id" text references "game_mixes" ("id"),
  "protocol_id" text references "protocols" ("id"),
  "door_open_at" bigint,
  "reported_hour" bigint,
  "held_since" bigint default 0 not null,
  "fastest_game_ms" bigint,
  "highest_bet" bigint,
  "top_award" bigint,
  "highest_note" bigint,
  "serial_key" text,
  "asset_key" text,
  custom text,
  custom_folded text
);

CREATE TABLE "smibs" (
  "id" text primary key,
  "version" bigint not null,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "mac" text not null,
  "firmware" text,
  "network" text,
  "tenant_id" text not null references "tenants" ("id"),
  "location_id" text not null references "locations" ("id"),
  "slot_id" text references "slots" ("id"),
  "poll_ms" bigint not null,
  "test_mode" integer not null,
  "log_mode" integer not null,
  "last_seen_at" bigint,
  "online_since" bigint,
  "last_message_seq" bigint,
  "test_mode_since" bigint,
  "log_mode_since" bigint,
  "password_set_at" bigint,
  "password_hash" text,
  "serial" text,
  "broker" text,
  "last_reading_at" bigint,
  "clock_offset" bigint default 0 not null,
  "held_since" bigint default 0 not null,
  custom text,
  custom_folded text
);

CREATE TABLE "idempotency_keys" (
  "actor_id" text not null,
  "key" text not null,
  "fingerprint" text not null,
  "answer" text,
  "created_at" bigint not null,
  constraint "idempotency_keys_pk" primary key ("actor_id", "key")
);

CREATE UNIQUE INDEX "tenants_unique_login_host" on "tenants" ("login_host");

CREATE UNIQUE INDEX "locations_unique_tenant_id_code" on "locations" ("tenant_id", "code");

CREATE UNIQUE INDEX "slots_unique_tenant_id_serial" on "slots" ("tenant_id", "serial");

CREATE UNIQUE INDEX "smibs_unique_mac" on "smibs" ("mac");

CREATE UNIQUE INDEX smibs_one_per_slot on smibs (slot_id) where slot_id is not null;

CREATE INDEX "locations_by_tenant_id_archived_at" on "locations" ("tenant_id", "archived_at");

CREATE INDEX "locations_by_name" on "locations" ("name");

CREATE INDEX "slots_by_serial" on "slots" ("serial");

CREATE INDEX "smibs_by_tenant_id_archived_at_id" on "smibs" ("tenant_id", "archived_at", "id");

CREATE INDEX "idempotency_keys_by_created_at" on "idempotency_keys" ("created_at");

CREATE TABLE "users" (
  "id" text primary key,
  "tenant_id" text not null,
  "version" bigint not null,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "username" text not null,
  "username_key" text not null,
  "full_name" text not null,
  "job_title" text,
  "email" text,
  "email_verified" integer not null,
  "phone" text,
  "password_hash" text not null,
  "password_changed_at" bigint not null,
  "enabled" integer not null,
  "language" text,
  "time_zone" text,
  "lookalike_key" text,
  "password_unset" integer default 0 not null
);

CREATE TABLE "roles" (
  "id" text primary key,
  "tenant_id" text not null,
  "version" bigint not null,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "name" text not null,
  "built_in" integer not null,
  "note" text
);

CREATE TABLE "role_permissions" (
  "role_id" text not null references "roles" ("id") on delete cascade,
  "permission" text not null,
  constraint "role_permissions_pk" primary key ("role_id", "permission")
);

CREATE TABLE "user_roles" (
  "user_id" text not null references "users" ("id") on delete cascade,
  "role_id" text not null references "roles" ("id"),
  constraint "user_roles_pk" primary key ("user_id", "role_id")
);

CREATE TABLE "token_families" (
  "id" text primary key,
  "user_id" text not null references "users" ("id") on delete cascade,
  "ip" text,
  "created_at" bigint not null,
  "expires_at" bigint not null,
  "ended_at" bigint,
  "ended_reason" text,
  "user_agent" text,
  "by_sso" bigint,
  "factor_due" bigint,
  "proven_at" bigint
);

CREATE TABLE "refresh_tokens" (
  "token_hash" text primary key,
  "family_id" text not null references "token_families" ("id") on delete cascade,
  "created_at" bigint not null,
  "expires_at" bigint not null,
  "used_at" bigint
);

CREATE TABLE "api_tokens" (
  "id" text primary key,
  "tenant_id" text not null,
  "name" text not null,
  "token_hash" text not null,
  "permissions" text not null,
  "created_at" bigint not null,
  "expires_at" bigint,
  "revoked_at" bigint,
  "last_used_at" bigint,
  "version" bigint default 1 not null,
  "search" text default '' not null,
  "archived_at" bigint,
  "updated_at" bigint default 0 not null,
  "locations" text default '[]' not null,
  "smibs" text default '[]' not null,
  "addresses" text default '[]' not null,
  "starts_with" text default '' not null,
  "expires_on" text,
  "previous_hash" text,
  "previous_until" bigint,
  "rotated_at" bigint,
  "last_used_address" text
);

CREATE TABLE "auth_secrets" (
  "name" text primary key,
  "value" text not null,
  "created_at" bigint not null
);

CREATE UNIQUE INDEX "users_unique_username_key" on "users" ("username_key");

CREATE UNIQUE INDEX "roles_unique_tenant_id_name" on "roles" ("tenant_id", "name");

CREATE UNIQUE INDEX "api_tokens_unique_token_hash" on "api_tokens" ("token_hash");

CREATE INDEX "users_by_tenant_id_archived_at_id" on "users" ("tenant_id", "archived_at", "id");

CREATE INDEX "user_roles_by_role_id" on "user_roles" ("role_id");

CREATE INDEX "token_families_by_user_id" on "token_families" ("user_id");

CREATE INDEX "token_families_by_expires_at" on "token_families" ("expires_at");

CREATE INDEX "refresh_tokens_by_family_id" on "refresh_tokens" ("family_id");

CREATE INDEX "refresh_tokens_by_expires_at" on "refresh_tokens" ("expires_at");

CREATE INDEX "api_tokens_by_tenant_id_id" on "api_tokens" ("tenant_id", "id");

CREATE TABLE "audit_log" (
  "id" text primary key,
  "seq" bigint not null,
  "at" bigint not null,
  "tenant_id" text not null,
  "actor_kind" text not null,
  "actor_id" text not null,
  "actor_name" text not null,
  "entity" text not null,
  "entity_id" text not null,
  "action" text not null,
  "prev_hash" text not null,
  "hash" text not null,
  "search" text not null,
  "ip" text,
  "request_id" text,
  "before_json" text,
  "after_json" text
);

CREATE TABLE "audit_heads" (
  "tenant_id" text primary key,
  "seq" bigint not null,
  "hash" text not null,
  "plain_seq" bigint default 0 not null,
  "adopted_seq" bigint default 0 not null,
  "written_over_at" bigint,
  "seal" text
);

CREATE UNIQUE INDEX "audit_log_unique_tenant_id_seq" on "audit_log" ("tenant_id", "seq");

CREATE INDEX "audit_log_by_at_seq" on "audit_log" ("at", "seq");

CREATE INDEX "audit_log_by_tenant_id_at_seq" on "audit_log" ("tenant_id", "at", "seq");

CREATE INDEX "audit_log_by_entity_id_at_seq" on "audit_log" ("entity_id", "at", "seq");

CREATE INDEX "audit_log_by_actor_id_at_seq" on "audit_log" ("actor_id", "at", "seq");

CREATE TABLE "events" (
  "tenant_id" text not null,
  "location_id" text not null,
  "code" text not null,
  "category" text not null,
  "severity" text not null,
  "slot_id" text,
  "smib_id" text,
  "data" text,
  "id" text primary key,
  "server_time" bigint not null,
  "server_nano" bigint not null,
  "received_at" bigint not null,
  "run" bigint,
  "message_seq_nr" bigint,
  "event_seq_nr" bigint
);

CREATE INDEX "events_by_location_id_server_time" on "events" ("location_id", "server_time");

CREATE TABLE "counter_latest" (
  "slot_id" text not null,
  "meters" text not null,
  "game_nr" bigint not null,
  "server_time" bigint not null,
  "server_nano" bigint not null,
  "message_seq_nr" bigint not null,
  "standing" text,
  "cents_after" bigint default 0 not null,
  constraint "counter_latest_pk" primary key ("slot_id", "game_nr")
);

CREATE TABLE "counter_days" (
  "slot_id" text not null,
  "gaming_day" text not null,
  "location_id" text not null,
  "tenant_id" text not null,
  "currency" text not null,
  "game_nr" bigint not null,
  "denomination_minor" bigint not null,
  "readings" bigint not null,
  "coin_in" bigint not null,
  "coin_out" bigint not null,
  "jackpot" bigint not null,
  "handpaid_cancelled" bigint not null,
  "games_played" bigint not null,
  "games_won" bigint not null,
  "bills_in" bigint not null,
  "ticket_in" bigint not null,
  "ticket_out" bigint not null,
  "electronic_in" bigint not null,
  "electronic_out" bigint not null,
  "hopper_out" bigint not null,
  "total_drop" bigint not null,
  "coins_in" bigint default 0 not null,
  constraint "counter_days_pk" primary key ("gaming_day", "slot_id", "game_nr", "location_id", "denomination_minor")
);

CREATE INDEX "counter_days_by_tenant_id_gaming_day" on "counter_days" ("tenant_id", "gaming_day");

CREATE TABLE "event_days" (
  "slot_id" text not null,
  "gaming_day" text not null,
  "code" text not null,
  "location_id" text not null,
  "tenant_id" text not null,
  "count" bigint not null,
  constraint "event_days_pk" primary key ("gaming_day", "slot_id", "code", "location_id")
);

CREATE INDEX "event_days_by_tenant_id_gaming_day" on "event_days" ("tenant_id", "gaming_day");

CREATE TABLE "smib_slots" (
  "smib_id" text not null,
  "slot_id" text not null,
  constraint "smib_slots_pk" primary key ("smib_id", "slot_id")
);

CREATE INDEX "smib_slots_by_slot_id" on "smib_slots" ("slot_id");

CREATE TABLE "smib_feeds" (
  "smib_id" text primary key,
  "slot_id" text,
  "run" bigint not null,
  "run_started_at" bigint not null,
  "min_seq" bigint not null,
  "max_seq" bigint not null,
  "last_at" bigint not null,
  "batches" bigint not null,
  "placings" bigint default 0 not null,
  "max_numbered" bigint default 1 not null
);

CREATE TABLE "sequence_runs" (
  "smib_id" text not null,
  "run" bigint not null,
  "started_at" bigint not null,
  "min_seq" bigint not null,
  "max_seq" bigint not null,
  "max_numbered" bigint default 1 not null,
  constraint "sequence_runs_pk" primary key ("smib_id", "run")
);

CREATE TABLE "sequence_breaks" (
  "id" text primary key,
  "smib_id" text not null,
  "tenant_id" text not null,
  "location_id" text not null,
  "kind" text not null,
  "slot_id" text,
  "run" bigint not null,
  "from_seq" bigint not null,
  "to_seq" bigint not null,
  "at" bigint not null,
  "created_at" bigint not null,
  "closed_at" bigint,
  "first_seq" bigint,
  "last_seq" bigint
);

CREATE INDEX "sequence_breaks_by_smib_id_run_to_seq" on "sequence_breaks" ("smib_id", "run", "to_seq");

CREATE INDEX "sequence_breaks_by_tenant_id_at" on "sequence_breaks" ("tenant_id", "at");

CREATE TABLE "notifications" (
  "id" text primary key,
  "tenant_id" text not null,
  "resource_type" text not null,
  "resource_id" text not null,
  "resource_details" text not null,
  "template" text not null,
  "data" text not null,
  "severity" text not null,
  "first_at" bigint not null,
  "at" bigint not null,
  "count" bigint not null,
  "search" text default '' not null,
  "content" text,
  "fanned_at" bigint,
  "escalate_at" bigint,
  "place" text default '' not null,
  "request_id" text,
  "request_kind" text,
  "asked_by_id" text,
  "open_until" bigint,
  "to_user_id" text,
  "about_kind" text,
  "about_id" text
);

CREATE INDEX "notifications_by_tenant_id_at" on "notifications" ("tenant_id", "at", "id");

CREATE INDEX "notifications_by_at" on "notifications" ("at", "id");

CREATE INDEX "notifications_by_resource_id_template" on "notifications" ("resource_id", "template", "first_at");

CREATE TABLE "notification_receipts" (
  "user_id" text not null,
  "notification_id" text not null references "notifications" ("id"),
  "seen_at" bigint,
  "confirmed_at" bigint,
  "dismissed_at" bigint,
  constraint "notification_receipts_pk" primary key ("user_id", "notification_id")
);

CREATE TABLE "board_presence" (
  "smib_id" text primary key,
  "state" text not null,
  "since" bigint not null
);

CREATE TABLE "tasks" (
  "id" text primary key,
  "version" bigint not null,
  "search" text not null,
  "archived_at" bigint,
  "tenant_id" text not null,
  "kind" text not null,
  "title" text not null,
  "input" text not null,
  "state" text not null,
  "progress" bigint not null,
  "progress_note" text,
  "attempts" bigint not null,
  "max_attempts" bigint not null,
  "run_after" bigint not null,
  "lease_owner" text,
  "lease_until" bigint,
  "cancel_requested" integer not null,
  "checkpoint" text,
  "result" text,
  "error" text,
  "created_by" text not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "started_at" bigint,
  "finished_at" bigint
);

CREATE INDEX "tasks_by_state" on "tasks" ("state", "run_after");

CREATE INDEX "tasks_by_tenant" on "tasks" ("tenant_id", "created_at");

CREATE TABLE "leases" (
  "name" text primary key,
  "owner" text not null,
  "until" bigint not null
);

CREATE TABLE "demo_network" (
  "id" text primary key,
  "seed" text not null,
  "made_at" bigint not null
);

CREATE TABLE "user_settings" (
  "user_id" text not null,
  "name" text not null,
  "value" text not null,
  "updated_at" bigint not null,
  constraint "user_settings_pk" primary key ("user_id", "name")
);

CREATE TABLE "machine_commands" (
  "id" text primary key,
  "tenant_id" text not null,
  "location_id" text not null,
  "slot_id" text,
  "smib_id" text,
  "kind" text not null,
  "lane" text not null,
  "input" text not null,
  "state" text not null,
  "open_target" text,
  "answer_code" text,
  "answer" text,
  "reason" text,
  "created_by" text not null,
  "created_by_name" text not null,
  "created_at" bigint not null,
  "sent_at" bigint,
  "answered_at" bigint,
  "expires_at" bigint not null,
  "bulk_id" text,
  "bulk_job_id" text,
  "result" text generated always as (case state when 'done' then 'confirmed' when 'refused' then 'refused' when 'cancelled' then 'replaced'
    when 'no_answer' then case when sent_at is null and open_target is not null then 'to_be_told' else 'no_answer' end
    when 'sent' then case when answer_code is null then 'ordered' else 'in_game' end else 'ordered' end) virtual
);

CREATE UNIQUE INDEX "machine_commands_one_open" on "machine_commands" ("open_target", "lane");

CREATE INDEX "machine_commands_by_slot" on "machine_commands" ("slot_id", "created_at");

CREATE INDEX "machine_commands_by_smib" on "machine_commands" ("smib_id", "created_at");

CREATE INDEX "machine_commands_by_state" on "machine_commands" ("state", "expires_at");

CREATE INDEX "machine_commands_by_bulk" on "machine_commands" ("bulk_id");

CREATE TABLE "slot_controls" (
  "slot_id" text primary key,
  "tenant_id" text not null,
  "aft_status" text,
  "aft_asset_no" bigint,
  "aft_pos_id" text,
  "aft_at" bigint,
  "unassign_rule" text,
  "rule_version" bigint not null
);

CREATE TABLE "imports" (
  "id" text primary key,
  "search" text not null,
  "tenant_id" text not null,
  "entity" text not null,
  "mode" text not null,
  "file_name" text not null,
  "state" text not null,
  "encoding" text not null,
  "delimiter" text not null,
  "columns" text not null,
  "warnings" text not null,
  "counts" text not null,
  "actor" text not null,
  "created_by" text not null,
  "task_id" text,
  "reason" text,
  "version" bigint not null,
  "bytes" bigint not null,
  "rows" bigint not null,
  "will_create" bigint not null,
  "will_update" bigint not null,
  "needs_reason" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "archived_at" bigint,
  "committed_at" bigint,
  "undone_at" bigint,
  "rows_removed_at" bigint,
  "readings" text default '[]' not null
);

CREATE INDEX "imports_by_tenant_id_archived_at_id" on "imports" ("tenant_id", "archived_at", "id");

CREATE TABLE "import_parts" (
  "import_id" text not null,
  "body" text not null,
  "part" bigint not null,
  constraint "import_parts_pk" primary key ("import_id", "part")
);

CREATE TABLE "import_rows" (
  "import_id" text not null,
  "cells" text not null,
  "state" text not null,
  "search" text not null,
  "key" text,
  "claim" text,
  "action" text,
  "problems" text,
  "changes" text,
  "entity_id" text,
  "before" text,
  "reason" text,
  "line" bigint not null,
  "needs_reason" bigint not null,
  "entity_version" bigint,
  constraint "import_rows_pk" primary key ("import_id", "line")
);

CREATE INDEX "import_rows_by_import_id_state_line" on "import_rows" ("import_id", "state", "line");

CREATE INDEX "import_rows_by_import_id_state_action" on "import_rows" ("import_id", "state", "action", "needs_reason");

CREATE INDEX "import_rows_by_import_id_key" on "import_rows" ("import_id", "key");

CREATE INDEX "import_rows_by_entity_id" on "import_rows" ("entity_id", "entity_version");

CREATE INDEX "import_rows_by_import_id_claim" on "import_rows" ("import_id", "claim");

CREATE TABLE "data_exports" (
  "id" text primary key,
  "tenant_id" text not null,
  "version" bigint not null,
  "search" text not null,
  "list" text not null,
  "page" text not null,
  "address" text not null,
  "request" text not null,
  "columns" text not null,
  "language" text not null,
  "time_zone" text not null,
  "task_id" text not null,
  "created_by_id" text not null,
  "created_by" text not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "expected_rows" bigint not null,
  "rows" bigint,
  "bytes" bigint,
  "chunks" bigint not null,
  "as_of" bigint,
  "finished_at" bigint,
  "expires_at" bigint,
  "units" text,
  "shown" text
);

CREATE INDEX "data_exports_by_tenant" on "data_exports" ("tenant_id", "created_at");

CREATE INDEX "data_exports_by_expiry" on "data_exports" ("expires_at");

CREATE TABLE "data_export_chunks" (
  "export_id" text not null references "data_exports" ("id"),
  "nr" bigint not null,
  "ids" text,
  "rows" text,
  constraint "data_export_chunks_pk" primary key ("export_id", "nr")
);

CREATE TABLE "bulk_jobs" (
  "search" text not null,
  "tenant_id" text not null,
  "action" text not null,
  "state" text not null,
  "input" text not null,
  "created_by" text not null,
  "created_by_name" text not null,
  "root_id" text not null,
  "reason" text,
  "task_id" text,
  "actor_kind" text,
  "actor_id" text,
  "actor_name" text,
  "actor_tenant_id" text,
  "origin_id" text,
  "origin_kind" text,
  "unlock_zone" text,
  "unlock_state" text,
  "unlock_task_id" text,
  "version" bigint not null,
  "total" bigint not null,
  "planned" bigint not null,
  "done" bigint not null,
  "skipped" bigint not null,
  "failed" bigint not null,
  "stopped" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "wave_size" bigint not null,
  "wave_pause_ms" bigint not null,
  "stop_requested" bigint not null,
  "archived_at" bigint,
  "confirmed_at" bigint,
  "started_at" bigint,
  "finished_at" bigint,
  "next_wave_at" bigint,
  "unlock_at" bigint,
  "id" text primary key,
  "confirmed" bigint default 0 not null,
  "in_game" bigint default 0 not null,
  "refused" bigint default 0 not null,
  "no_answer" bigint default 0 not null,
  "to_be_told" bigint default 0 not null,
  "replaced" bigint default 0 not null,
  "outcome" text generated always as (case when state <> 'done' then state when confirmed = planned then 'done'
    when done > confirmed + refused + no_answer + replaced then 'awaiting' when confirmed > 0 then 'partly' else 'none' end) virtual
);

CREATE INDEX "bulk_jobs_by_root" on "bulk_jobs" ("root_id");

CREATE TABLE "bulk_items" (
  "job_id" text not null,
  "slot_id" text not null,
  "state" text not null,
  "reason" text,
  "command_id" text,
  "seq" bigint not null,
  "changed_at" bigint,
  "was" text,
  constraint "bulk_items_pk" primary key ("job_id", "seq")
);

CREATE INDEX "bulk_items_by_state" on "bulk_items" ("job_id", "state", "seq");

CREATE TABLE "many_jobs" (
  "search" text not null,
  "tenant_id" text not null,
  "action" text not null,
  "state" text not null,
  "input" text not null,
  "created_by" text not null,
  "created_by_name" text not null,
  "list" text not null,
  "reason" text,
  "task_id" text,
  "actor_kind" text,
  "actor_id" text,
  "actor_name" text,
  "actor_tenant_id" text,
  "version" bigint not null,
  "total" bigint not null,
  "planned" bigint not null,
  "done" bigint not null,
  "skipped" bigint not null,
  "failed" bigint not null,
  "stopped" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "unchanged" bigint not null,
  "archived_at" bigint,
  "confirmed_at" bigint,
  "started_at" bigint,
  "finished_at" bigint,
  "id" text primary key,
  "origin_id" text,
  "wave_size" bigint default 250 not null,
  "wave_pause_ms" bigint default 0 not null,
  "next_wave_at" bigint
);

CREATE TABLE "many_items" (
  "job_id" text not null,
  "entity_id" text not null,
  "state" text not null,
  "code" text,
  "fields" text,
  "seq" bigint not null,
  "changed_at" bigint,
  "was" text,
  "wanted" text,
  "from_version" bigint,
  "left_version" bigint,
  constraint "many_items_pk" primary key ("job_id", "seq")
);

CREATE INDEX "many_items_by_state" on "many_items" ("job_id", "state", "seq");

CREATE TABLE "config_sets" (
  "kind" text not null,
  "owner_id" text not null,
  "tenant_id" text not null,
  "values_json" text not null,
  "changed_by" text not null,
  "changed_by_name" text not null,
  "source" text not null,
  "version" bigint not null,
  "changed_at" bigint not null,
  "restored_from" bigint,
  "reason" text,
  constraint "config_sets_pk" primary key ("kind", "owner_id")
);

CREATE TABLE "config_versions" (
  "kind" text not null,
  "owner_id" text not null,
  "tenant_id" text not null,
  "values_json" text not null,
  "changed_by" text not null,
  "changed_by_name" text not null,
  "source" text not null,
  "version" bigint not null,
  "changed_at" bigint not null,
  "restored_from" bigint,
  "reason" text,
  constraint "config_versions_pk" primary key ("kind", "owner_id", "version")
);

CREATE TABLE "board_configs" (
  "smib_id" text primary key references "smibs" ("id"),
  "tenant_id" text not null,
  "taken_version" text,
  "taken_at" bigint,
  "running_version" text,
  "running_since" bigint,
  "asked_at" bigint not null
);

CREATE TABLE "slot_meter_setups" (
  "slot_id" text primary key references "slots" ("id"),
  "tenant_id" text not null,
  "version" bigint not null,
  "price_per_impulse_minor" bigint not null,
  "currency" text not null,
  "factor_in" bigint not null,
  "factor_out" bigint not null,
  "factor_jackpot" bigint not null,
  "mech_in" bigint,
  "mech_out" bigint,
  "mech_jackpot" bigint,
  "set_at" bigint,
  "updated_at" bigint not null
);

CREATE INDEX "slot_meter_setups_by_tenant" on "slot_meter_setups" ("tenant_id", "slot_id");

CREATE TABLE "mechanical_readings" (
  "id" text primary key,
  "slot_id" text not null,
  "tenant_id" text not null,
  "currency" text not null,
  "entered_by" text not null,
  "entered_by_name" text not null,
  "read_at" bigint not null,
  "entered_at" bigint not null,
  "price_per_impulse_minor" bigint not null,
  "factor_in" bigint not null,
  "factor_out" bigint not null,
  "factor_jackpot" bigint not null,
  "baseline" bigint not null,
  "mech_in" bigint,
  "mech_out" bigint,
  "mech_jackpot" bigint,
  "reason" text
);

CREATE INDEX "mechanical_readings_by_slot" on "mechanical_readings" ("slot_id", "read_at", "id");

CREATE TABLE "entity_groups" (
  "id" text primary key,
  "version" bigint not null,
  "archived_at" bigint,
  "search" text not null,
  "tenant_id" text not null,
  "entity_type" text not null,
  "name" text not null,
  "description" text,
  "rule_query" text,
  "rule_currency" text,
  "rule_tenant" text,
  "rule_county" text,
  "rule_city" text,
  "rule_location" text,
  "rule_status" text,
  "rule_state" text,
  "rule_manufacturer" text,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "chosen" bigint not null,
  "left_out" bigint not null
);

CREATE INDEX "entity_groups_by_type_tenant" on "entity_groups" ("entity_type", "tenant_id", "archived_at");

CREATE TABLE "entity_group_members" (
  "group_id" text not null,
  "member_id" text not null,
  "mode" text not null,
  constraint "entity_group_members_pk" primary key ("group_id", "mode", "member_id")
);

CREATE TABLE "saved_views" (
  "id" text primary key,
  "version" bigint not null,
  "tenant_id" text not null,
  "owner_id" text not null references "users" ("id"),
  "page" text not null,
  "name" text not null,
  "search" text not null,
  "shared" integer not null,
  "created_at" bigint not null,
  "updated_at" bigint not null
);

CREATE INDEX "saved_views_by_owner_page" on "saved_views" ("owner_id", "page");

CREATE INDEX "saved_views_by_tenant_page" on "saved_views" ("tenant_id", "page", "shared");

CREATE TABLE "default_views" (
  "user_id" text not null,
  "page" text not null,
  "view_id" text not null,
  "view_name" text not null,
  constraint "default_views_pk" primary key ("user_id", "page")
);

CREATE INDEX "many_jobs_by_origin" on "many_jobs" ("origin_id");

CREATE TABLE "meter_comparisons" (
  "slot_id" text primary key,
  "tenant_id" text not null,
  "verdict" text not null,
  "compared_from" bigint,
  "compared_to" bigint,
  "difference_in_minor" bigint,
  "difference_out_minor" bigint,
  "difference_jackpot_minor" bigint,
  "compared_at" bigint,
  "again_at" bigint,
  "mechanical_in_minor" bigint,
  "mechanical_out_minor" bigint,
  "mechanical_jackpot_minor" bigint,
  "electronic_in_minor" bigint,
  "electronic_out_minor" bigint,
  "electronic_jackpot_minor" bigint
);

CREATE INDEX "meter_comparisons_due" on "meter_comparisons" ("again_at");

CREATE VIEW machine_meters as select s.id, s.version, s.search, s.archived_at, s.created_at, s.updated_at, s.tenant_id, s.location_id, s.serial, s.position, s.currency,
      coalesce(m.price_per_impulse_minor, s.denomination_minor) as price_per_impulse_minor,
      coalesce(m.factor_in, 1) as factor_in, coalesce(m.factor_out, 1) as factor_out, coalesce(m.factor_jackpot, 1) as factor_jackpot,
      m.mech_in, m.mech_out, m.mech_jackpot, m.set_at, coalesce(c.verdict, 'not_compared') as verdict, c.compared_from, c.compared_to, c.compared_at,
      c.difference_in_minor, c.difference_out_minor, c.difference_jackpot_minor
    from slots s left join slot_meter_setups m on m.slot_id = s.id left join meter_comparisons c on c.slot_id = s.id;

CREATE TABLE "presence_limits" (
  "kind" text not null,
  "owner_id" text not null,
  "stale_ms" bigint,
  "offline_ms" bigint,
  constraint "presence_limits_pk" primary key ("kind", "owner_id")
);

CREATE INDEX "presence_limits_by_stale_ms" on "presence_limits" ("stale_ms");

CREATE INDEX "presence_limits_by_offline_ms" on "presence_limits" ("offline_ms");

CREATE INDEX "slots_archived" on "slots" ("archived_at") where "archived_at" is not null;

CREATE INDEX "smibs_archived" on "smibs" ("archived_at") where "archived_at" is not null;

CREATE INDEX "many_jobs_by_list_id" on "many_jobs" ("list", "id");

CREATE TABLE "present_totals" (
  "table_name" text not null,
  "tenant_id" text not null,
  "total" bigint not null,
  constraint "present_totals_key" primary key ("table_name", "tenant_id")
);

CREATE TABLE "login_attempts" (
  "key" text primary key,
  "name_key" text not null,
  "failures" bigint not null,
  "since" bigint not null,
  "last_at" bigint not null,
  "locked_until" bigint not null
);

CREATE INDEX "login_attempts_by_last_at" on "login_attempts" ("last_at");

CREATE INDEX "login_attempts_by_name_key" on "login_attempts" ("name_key");

CREATE TABLE "failed_sign_ins" (
  "name_key" text not null,
  "address" text not null,
  "failures" bigint not null,
  "first_at" bigint not null,
  "last_at" bigint not null,
  constraint "failed_sign_ins_pk" primary key ("name_key", "address")
);

CREATE INDEX "failed_sign_ins_by_last_at" on "failed_sign_ins" ("last_at");

CREATE TABLE "kiosks" (
  "id" text primary key,
  "tenant_id" text not null,
  "name" text not null,
  "secret_hash" text not null,
  "idle_minutes" integer not null,
  "absolute_hours" integer not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "last_used_at" bigint
);

CREATE UNIQUE INDEX "kiosks_unique_secret_hash" on "kiosks" ("secret_hash");

CREATE INDEX "kiosks_by_tenant" on "kiosks" ("tenant_id", "name");

CREATE TABLE "audit_registry" (
  "id" text primary key,
  "version" bigint not null,
  "at" bigint not null,
  "adopted_at" bigint not null,
  "adopted_why" text not null,
  "chains" text not null,
  "key_name" text not null,
  "seal" text not null
);

CREATE TABLE "health_checks" (
  "id" text primary key,
  "at" bigint not null,
  "room" text not null
);

CREATE INDEX "slots_by_lock_state" on "slots" ("lock_state", "archived_at", "id");

CREATE TABLE "manufacturers" (
  "id" text primary key,
  "version" bigint not null,
  "name" text not null,
  "name_key" text not null unique,
  "note" text,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "full_name" text,
  "country" text
);

CREATE TABLE "machine_types" (
  "id" text primary key,
  "version" bigint not null,
  "name" text not null,
  "name_key" text not null unique,
  "note" text,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "manufacturer_id" text references "manufacturers" ("id"),
  "operating_class" text,
  "positions" bigint
);

CREATE TABLE "games" (
  "id" text primary key,
  "version" bigint not null,
  "name" text not null,
  "name_key" text not null unique,
  "note" text,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "manufacturer_id" text references "manufacturers" ("id"),
  "kind" text not null
);

CREATE TABLE "game_mixes" (
  "id" text primary key,
  "version" bigint not null,
  "name" text not null,
  "name_key" text not null unique,
  "note" text,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "manufacturer_id" text references "manufacturers" ("id"),
  "game_count" bigint not null
);

CREATE TABLE "game_mix_games" (
  "mix_id" text not null,
  "game_id" text not null references "games" ("id"),
  constraint "game_mix_games_pk" primary key ("mix_id", "game_id")
);

CREATE TABLE "protocols" (
  "id" text primary key,
  "version" bigint not null,
  "name" text not null,
  "name_key" text not null unique,
  "note" text,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "protocol_family" text not null
);

CREATE TABLE "game_profiles" (
  "id" text primary key,
  "version" bigint not null,
  "name" text not null,
  "name_key" text not null unique,
  "note" text,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "game_id" text not null references "games" ("id"),
  "paytable_id" text,
  "theoretical_rtp" bigint not null,
  "min_bet" bigint,
  "max_bet" bigint,
  "lines" bigint,
  "denominations" text,
  "volatility" bigint,
  "progressive" integer not null,
  "software_version" text,
  "software_signature" text,
  "approval_no" text
);

CREATE TABLE "game_settings" (
  "id" text primary key,
  "version" bigint not null,
  "name" text not null,
  "name_key" text not null unique,
  "note" text,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "game_id" text references "games" ("id"),
  "profile_id" text references "game_profiles" ("id"),
  "denomination_minor" bigint,
  "denomination_currency" text,
  "max_bet" bigint,
  "credit_limit_minor" bigint,
  "credit_limit_currency" text,
  "handpay_limit_minor" bigint,
  "handpay_limit_currency" text,
  "gamble" integer not null,
  "autoplay" integer not null
);

CREATE INDEX "machine_types_by_manufacturer_id" on "machine_types" ("manufacturer_id");

CREATE INDEX "games_by_manufacturer_id" on "games" ("manufacturer_id");

CREATE INDEX "game_mixes_by_manufacturer_id" on "game_mixes" ("manufacturer_id");

CREATE INDEX "game_mix_games_by_game_id" on "game_mix_games" ("game_id");

CREATE INDEX "game_profiles_by_game_id" on "game_profiles" ("game_id");

CREATE INDEX "game_settings_by_game_id" on "game_settings" ("game_id");

CREATE INDEX "game_settings_by_profile_id" on "game_settings" ("profile_id");

CREATE UNIQUE INDEX "api_tokens_unique_previous_hash" on "api_tokens" ("previous_hash");

CREATE INDEX "events_by_location_id_code_server_time" on "events" ("location_id", "code", "server_time");

CREATE INDEX "smibs_by_archived_at_id" on "smibs" ("archived_at", "id");

CREATE TABLE "slot_doors" (
  "slot_id" text not null,
  "door" text not null,
  "opened_at" bigint,
  "closed_at" bigint,
  constraint "slot_doors_pk" primary key ("slot_id", "door")
);

CREATE INDEX "slots_by_door_open_at" on "slots" ("door_open_at") where "door_open_at" is not null;

CREATE INDEX "counter_days_by_location_id_gaming_day" on "counter_days" ("location_id", "gaming_day");

CREATE INDEX "slots_by_archived_at_id_reported_hour" on "slots" ("archived_at", "id", "reported_hour");

CREATE INDEX "slots_by_tenant_id_archived_at_id_reported_hour" on "slots" ("tenant_id", "archived_at", "id", "reported_hour");

CREATE TABLE "slot_data" (
  "smib_id" text not null,
  "tenant_id" text not null,
  "location_id" text not null,
  "data" text not null,
  "slot_id" text,
  "run" bigint not null,
  "message_seq_nr" bigint not null,
  "server_time" bigint not null,
  "server_nano" bigint not null,
  "sent_at" bigint not null,
  constraint "slot_data_pk" primary key ("smib_id", "server_time", "message_seq_nr", "run")
);

CREATE INDEX "slot_data_by_location_id_server_time" on "slot_data" ("location_id", "server_time");

CREATE TABLE "smib_logs" (
  "smib_id" text not null,
  "tenant_id" text not null,
  "location_id" text not null,
  "level" text not null,
  "text" text not null,
  "slot_id" text,
  "source" text,
  "run" bigint not null,
  "message_seq_nr" bigint not null,
  "line_nr" bigint not null,
  "server_time" bigint not null,
  "server_nano" bigint not null,
  "received_at" bigint not null,
  constraint "smib_logs_pk" primary key ("smib_id", "server_time", "server_nano", "message_seq_nr", "line_nr", "run")
);

CREATE INDEX "smib_logs_by_location_id_server_time" on "smib_logs" ("location_id", "server_time");

CREATE INDEX "sequence_breaks_by_smib_id_at" on "sequence_breaks" ("smib_id", "at");

CREATE INDEX "sequence_breaks_by_location_id_at" on "sequence_breaks" ("location_id", "at");

CREATE INDEX "events_late" on "events" (location_id, server_time)
      where received_at - server_time > 300000;

CREATE TABLE "slot_history" (
  "tenant_id" text not null,
  "slot_id" text not null,
  "valid_from" bigint not null,
  "origin" text not null,
  "location_id" text not null,
  "currency" text not null,
  "denomination_minor" bigint not null,
  "theoretical_rtp" bigint,
  "game_mix" text,
  "fastest_game_ms" bigint,
  "highest_bet" bigint,
  "top_award" bigint,
  "highest_note" bigint,
  constraint "slot_history_pk" primary key ("slot_id", "valid_from")
);

CREATE TABLE "smib_history" (
  "tenant_id" text not null,
  "smib_id" text not null,
  "valid_from" bigint not null,
  "origin" text not null,
  "slot_id" text,
  constraint "smib_history_pk" primary key ("smib_id", "valid_from")
);

CREATE INDEX smib_history_of_slot on smib_history (slot_id, valid_from);

CREATE TABLE "location_rules" (
  "tenant_id" text not null,
  "location_id" text not null,
  "from_date" text not null,
  "origin" text not null,
  "time_zone" text not null,
  "gaming_day_start" text not null,
  constraint "location_rules_pk" primary key ("location_id", "from_date")
);

CREATE TABLE "repairs" (
  "id" text primary key,
  "tenant_id" text not null,
  "location_id" text not null,
  "slot_id" text not null,
  "game_nr" bigint not null,
  "crossing" bigint not null,
  "state" text not null,
  "kind" text not null,
  "reading" text not null,
  "last_at" bigint,
  "until" bigint not null,
  "meters" text not null,
  "meter" text,
  "value_before" bigint,
  "value_after" bigint,
  "proposed_minor" bigint,
  "denomination_minor" bigint not null,
  "currency" text not null,
  "waiting" text,
  "version" bigint default 1 not null,
  "search" text default '' not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "assignee" text,
  "assignee_id" text,
  "due_on" text
);

CREATE UNIQUE INDEX repairs_crossing on repairs (slot_id, game_nr, crossing);

CREATE INDEX repairs_listed on repairs (tenant_id, state, crossing);

CREATE INDEX repairs_open on repairs (location_id, slot_id) where state <> 'decided';

CREATE TABLE "repair_decisions" (
  "id" text primary key,
  "tenant_id" text not null,
  "repair_id" text not null,
  "nr" bigint not null,
  "action" text not null,
  "body" text,
  "effect" text,
  "reason" text not null,
  "user_id" text,
  "user_name" text not null,
  "at" bigint not null
);

CREATE UNIQUE INDEX repair_decisions_of on repair_decisions (repair_id, nr);

CREATE TABLE "repair_rulings" (
  "slot_id" text not null,
  "game_nr" bigint not null,
  "crossing" bigint not null,
  "tenant_id" text not null,
  "body" text not null,
  constraint "repair_rulings_pk" primary key ("slot_id", "game_nr", "crossing")
);

CREATE TABLE "location_days" (
  "location_id" text not null,
  "day" text not null,
  "currency" text not null,
  "tenant_id" text not null,
  "state" text not null,
  "sums" text not null,
  "first_sums" text not null,
  "closed_by" text,
  "reason" text,
  "starts_at" bigint not null,
  "ends_at" bigint not null,
  "slots" bigint not null,
  "silent" bigint not null,
  "hours_known" bigint not null,
  "hours_expected" bigint not null,
  "held" bigint not null,
  "decided" bigint not null,
  "late" bigint not null,
  "carried" bigint not null,
  "revision" bigint not null,
  "closed_at" bigint not null,
  "refreshed_at" bigint,
  constraint "location_days_pk" primary key ("location_id", "day", "currency")
);

CREATE TABLE "slot_day_closings" (
  "location_id" text not null,
  "day" text not null,
  "slot_id" text not null,
  "currency" text not null,
  "tenant_id" text not null,
  "moved" text not null,
  "sums" text not null,
  "quality" text not null,
  "opening" text,
  "closing" text,
  "denomination_minor" bigint not null,
  constraint "slot_day_closings_pk" primary key ("location_id", "day", "slot_id", "currency", "denomination_minor")
);

CREATE TABLE "days_to_refresh" (
  "location_id" text not null,
  "day" text not null,
  constraint "days_to_refresh_pk" primary key ("location_id", "day")
);

CREATE INDEX "slot_history_of_location" on "slot_history" ("location_id", "slot_id");

CREATE TABLE "aggregation_rules" (
  "id" text primary key,
  "version" bigint not null,
  "note" text,
  "archived_at" bigint,
  "tenant_id" text not null,
  "name" text not null,
  "aggregated_by" text not null,
  "granulation" text not null,
  "measures" text not null,
  "search" text not null,
  "created_at" bigint not null,
  "updated_at" bigint not null
);

CREATE UNIQUE INDEX "aggregation_rules_unique_name" on "aggregation_rules" ("tenant_id", "name");

CREATE TABLE "checkpoints" (
  "id" text primary key,
  "slot_id" text not null,
  "smib_id" text not null,
  "location_id" text not null,
  "tenant_id" text not null,
  "kind" text not null,
  "gaming_day" text not null,
  "meters" text not null,
  "currency" text not null,
  "reason" text,
  "made_by" text,
  "server_time" bigint not null,
  "server_nano" bigint not null,
  "message_seq_nr" bigint not null,
  "run" bigint not null,
  "received_at" bigint not null,
  "reading_time" bigint not null,
  "denomination_minor" bigint not null
);

CREATE INDEX "checkpoints_by_slot_id_server_time" on "checkpoints" ("slot_id", "server_time");

CREATE INDEX "checkpoints_by_smib_id_server_time" on "checkpoints" ("smib_id", "server_time");

CREATE INDEX "checkpoints_by_location_id_server_time" on "checkpoints" ("location_id", "server_time");

CREATE TABLE "checkpoint_days" (
  "location_id" text primary key,
  "gaming_day" text not null
);

CREATE INDEX "users_by_lookalike_key" on "users" ("lookalike_key");

CREATE TABLE "user_groups" (
  "id" text primary key,
  "version" bigint not null,
  "name" text not null,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "tenant_id" text not null,
  "note" text,
  "member_count" bigint not null
);

CREATE UNIQUE INDEX "user_groups_unique_tenant_id_name" on "user_groups" ("tenant_id", "name");

CREATE TABLE "user_group_members" (
  "group_id" text not null references "user_groups" ("id") on delete cascade,
  "user_id" text not null references "users" ("id"),
  constraint "user_group_members_pk" primary key ("group_id", "user_id")
);

CREATE INDEX "user_group_members_by_user_id" on "user_group_members" ("user_id");

CREATE TABLE "user_group_roles" (
  "group_id" text not null references "user_groups" ("id") on delete cascade,
  "role_id" text not null references "roles" ("id"),
  constraint "user_group_roles_pk" primary key ("group_id", "role_id")
);

CREATE INDEX "user_group_roles_by_role_id" on "user_group_roles" ("role_id");

CREATE TABLE "permissions" (
  "id" text primary key,
  "version" bigint not null,
  "name" text not null,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "entity" text not null,
  "kind" text not null,
  "system_only" integer not null
);

CREATE UNIQUE INDEX "permissions_unique_name" on "permissions" ("name");

CREATE INDEX "role_permissions_by_permission" on "role_permissions" ("permission");

CREATE TABLE "acl_groups" (
  "id" text primary key,
  "version" bigint not null,
  "tenant_id" text not null,
  "name" text not null,
  "note" text,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "model" text not null,
  "member_count" bigint not null
);

CREATE TABLE "acl_group_members" (
  "group_id" text not null references "acl_groups" ("id") on delete cascade,
  "member_id" text not null,
  constraint "acl_group_members_pk" primary key ("group_id", "member_id")
);

CREATE TABLE "acl_rules" (
  "id" text primary key,
  "version" bigint not null,
  "tenant_id" text not null,
  "name" text not null,
  "note" text,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "model" text not null,
  "user_id" text references "users" ("id"),
  "group_id" text references "user_groups" ("id") on delete cascade,
  "role_id" text references "roles" ("id"),
  "conditions" text not null
);

CREATE INDEX "acl_rules_by_user_id" on "acl_rules" ("user_id");

CREATE INDEX "acl_rules_by_group_id" on "acl_rules" ("group_id");

CREATE INDEX "acl_rules_by_role_id" on "acl_rules" ("role_id");

CREATE TABLE "acl_rule_groups" (
  "rule_id" text not null references "acl_rules" ("id") on delete cascade,
  "group_id" text not null references "acl_groups" ("id"),
  constraint "acl_rule_groups_pk" primary key ("rule_id", "group_id")
);

CREATE INDEX "acl_rule_groups_by_group_id" on "acl_rule_groups" ("group_id");

CREATE TABLE "acl_state" (
  "id" text primary key,
  "version" bigint not null
);

CREATE TABLE "exclusion_keys" (
  "generation" bigint primary key,
  "sealed" text not null,
  "created_at" bigint not null
);

CREATE TABLE "players" (
  "id" text primary key,
  "version" bigint not null,
  "tenant_id" text not null references "tenants" ("id"),
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "name" text not null,
  "details" text,
  "document_type" text not null,
  "document" text not null,
  "nationality" text,
  "note" text
);

CREATE TABLE "player_documents" (
  "tenant_id" text not null,
  "hash" text not null,
  "generation" bigint not null,
  "player_id" text not null,
  "document_type" text not null,
  "document" text not null,
  constraint "player_documents_pk" primary key ("tenant_id", "hash")
);

CREATE TABLE "self_exclusions" (
  "id" text primary key,
  "version" bigint not null,
  "tenant_id" text not null references "tenants" ("id"),
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "player_id" text not null references "players" ("id"),
  "location_id" text references "locations" ("id"),
  "reason" text,
  "valid_from" bigint not null,
  "until_date" text,
  "valid_to" bigint,
  "cancelled_at" bigint,
  "cancelled_by" text,
  "cancel_reason" text,
  "source" text not null,
  "document_no" text,
  "registered_at" bigint not null,
  "min_until" bigint not null
);

CREATE TABLE "blacklists" (
  "id" text primary key,
  "version" bigint not null,
  "tenant_id" text not null references "tenants" ("id"),
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "player_id" text not null references "players" ("id"),
  "location_id" text references "locations" ("id"),
  "reason" text,
  "valid_from" bigint not null,
  "until_date" text,
  "valid_to" bigint,
  "cancelled_at" bigint,
  "cancelled_by" text,
  "cancel_reason" text,
  "cause" text not null
);

CREATE TABLE "onjn_exclusions" (
  "id" text primary key,
  "version" bigint not null,
  "tenant_id" text not null references "tenants" ("id"),
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "hash" text not null,
  "generation" bigint not null,
  "mark" text not null,
  "added_on" text,
  "valid_from" bigint not null,
  "removed_at" bigint
);

CREATE TABLE "onjn_lists" (
  "tenant_id" text primary key,
  "as_of" bigint not null
);

CREATE TABLE "player_scans" (
  "id" text primary key,
  "version" bigint not null,
  "tenant_id" text not null references "tenants" ("id"),
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "location_id" text not null references "locations" ("id"),
  "player_id" text,
  "document_type" text,
  "document" text,
  "answer" text not null,
  "cause" text not null,
  "shown" text not null,
  "list_as_of" bigint,
  "device" text,
  "operator_name" text not null,
  "took_ms" bigint not null
);

CREATE UNIQUE INDEX "onjn_exclusions_unique_hash" on "onjn_exclusions" ("tenant_id", "hash");

CREATE INDEX "player_documents_by_player" on "player_documents" ("player_id");

CREATE INDEX "self_exclusions_by_player" on "self_exclusions" ("player_id");

CREATE INDEX "blacklists_by_player" on "blacklists" ("player_id");

CREATE INDEX "player_documents_by_generation" on "player_documents" ("generation", "hash");

CREATE INDEX "onjn_exclusions_by_generation" on "onjn_exclusions" ("generation", "hash");

CREATE INDEX "players_by_tenant" on "players" ("tenant_id", "id");

CREATE INDEX "self_exclusions_by_tenant" on "self_exclusions" ("tenant_id", "id");

CREATE INDEX "blacklists_by_tenant" on "blacklists" ("tenant_id", "id");

CREATE INDEX "onjn_exclusions_by_tenant" on "onjn_exclusions" ("tenant_id", "id");

CREATE INDEX "player_scans_by_tenant" on "player_scans" ("tenant_id", "id");

CREATE TABLE "share_links" (
  "id" text primary key,
  "tenant_id" text not null,
  "location_id" text not null,
  "search" text not null,
  "name" text not null,
  "kind" text not null,
  "target" text not null,
  "document" text not null,
  "period" text not null,
  "token_hash" text not null,
  "starts_with" text not null,
  "created_by" text not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "revision" bigint not null,
  "expires_at" bigint not null,
  "opened" bigint not null,
  "archived_at" bigint,
  "revoked_at" bigint,
  "last_opened_at" bigint,
  "last_opened_address" text,
  "created_by_id" text default '' not null,
  constraint "share_links_token" unique ("token_hash")
);

CREATE INDEX "share_links_of_tenant" on "share_links" ("tenant_id", "id");

CREATE TABLE "daily_reports" (
  "id" text primary key,
  "tenant_id" text not null,
  "location_id" text not null,
  "currency" text not null,
  "state" text not null,
  "day" text not null,
  "document" text not null,
  "hours_known" bigint not null,
  "hours_expected" bigint not null,
  "held" bigint not null,
  "collected_minor" bigint not null,
  "paid_minor" bigint not null,
  "takings_minor" bigint not null,
  "difference_minor" bigint not null,
  "starts_at" bigint not null,
  "ends_at" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "revision" bigint not null,
  "is_latest" bigint not null,
  "slots" bigint not null,
  "silent" bigint not null,
  "changed_minor" bigint not null,
  "archived_at" bigint,
  "version" bigint default 1 not null,
  "search" text default '' not null,
  "seal_id" text,
  "sealed_by" text,
  "accepted" text default '[]' not null,
  layout text,
  logo text
);

CREATE TABLE "monthly_reports" (
  "id" text primary key,
  "tenant_id" text not null,
  "location_id" text not null,
  "currency" text not null,
  "state" text not null,
  "month" text not null,
  "hours_known" bigint not null,
  "hours_expected" bigint not null,
  "held" bigint not null,
  "collected_minor" bigint not null,
  "paid_minor" bigint not null,
  "takings_minor" bigint not null,
  "difference_minor" bigint not null,
  "starts_at" bigint not null,
  "ends_at" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "days_closed" bigint not null,
  "days" bigint not null,
  "archived_at" bigint,
  "version" bigint default 1 not null,
  "search" text default '' not null,
  "seal_id" text,
  "sealed_by" text,
  "document" text,
  logo text
);

CREATE UNIQUE INDEX daily_reports_of on daily_reports (location_id, day, currency, revision);

CREATE INDEX daily_reports_listed on daily_reports (tenant_id, day, id) where is_latest = 1;

CREATE INDEX daily_reports_days on daily_reports (day, id) where is_latest = 1;

CREATE UNIQUE INDEX monthly_reports_of on monthly_reports (location_id, month, currency);

CREATE INDEX monthly_reports_listed on monthly_reports (tenant_id, month, id);

CREATE TABLE "seal_keys" (
  "seq" bigint primary key,
  "id" text not null,
  "public_key" text not null,
  "sealed" text,
  "change" text,
  "old_signature" text,
  "new_signature" text,
  "created_at" bigint not null
);

CREATE TABLE "seals" (
  "id" text primary key,
  "tenant_id" text not null,
  "location_id" text not null,
  "kind" text not null,
  "period" text not null,
  "currency" text not null,
  "subject" text not null,
  "code" text not null,
  "hash" text not null,
  "signature" text not null,
  "paper" text not null,
  "key_id" text not null,
  "body" text not null,
  "number" bigint not null,
  "revision" bigint not null,
  "sealed_at" bigint not null,
  constraint "seals_number" unique ("location_id", "number"),
  constraint "seals_code" unique ("code"),
  constraint "seals_hash" unique ("hash")
);

CREATE INDEX "seals_of_subject" on "seals" ("location_id", "subject", "number");

CREATE TABLE "seal_heads" (
  "location_id" text primary key,
  "tenant_id" text not null,
  "hash" text not null,
  "key_id" text not null,
  "perpetual" text not null,
  "number" bigint not null,
  "sealed_at" bigint not null
);

CREATE TABLE "seal_files" (
  "sha256" text primary key,
  "seal_id" text not null,
  "format" text not null,
  "issued_at" bigint not null
);

CREATE INDEX "seal_files_of_seal" on "seal_files" ("seal_id");

CREATE TABLE "collector_checkpoints" (
  "id" text primary key,
  "version" bigint not null,
  "tenant_id" text not null references "tenants" ("id"),
  "location_id" text not null references "locations" ("id"),
  "slot_id" text not null references "slots" ("id"),
  "number" text not null,
  "search" text not null,
  "collected_by" text not null,
  "currency" text not null,
  "counted" text not null,
  "state" text not null,
  "reason" text,
  "bag" text,
  "notes" text,
  "unknown_because" text,
  "closing_checkpoint_id" text,
  "seq" bigint not null,
  "collected_at" bigint not null,
  "counted_minor" bigint not null,
  "tolerance_minor" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "archived_at" bigint,
  "opening_at" bigint,
  "opening_credits" bigint,
  "closing_at" bigint,
  "closing_credits" bigint,
  "denomination_minor" bigint,
  "opening_minor" bigint,
  "closing_minor" bigint,
  "expected_minor" bigint,
  "difference_minor" bigint
);

CREATE UNIQUE INDEX "collector_checkpoints_unique_seq" on "collector_checkpoints" ("slot_id", "seq");

CREATE INDEX "collector_checkpoints_by_tenant_id" on "collector_checkpoints" ("tenant_id", "collected_at", "id");

CREATE INDEX "collector_checkpoints_by_location_id" on "collector_checkpoints" ("location_id", "collected_at", "id");

CREATE INDEX "collector_checkpoints_by_time" on "collector_checkpoints" ("collected_at", "id");

CREATE TABLE "payment_merchants" (
  "id" text primary key,
  "version" bigint not null,
  "tenant_id" text not null references "tenants" ("id"),
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "merchant_id" text not null,
  "legal_name" text not null,
  "fiscal_code" text,
  "iban" text,
  "environment" text not null,
  "enabled" bigint not null,
  "limit_minor" bigint not null,
  "currency" text not null,
  "generation" bigint not null,
  "rotated_at" bigint,
  "previous_until" bigint
);

CREATE UNIQUE INDEX "payment_merchants_unique_tenant" on "payment_merchants" ("tenant_id");

CREATE TABLE "payment_transactions" (
  "id" text primary key,
  "version" bigint not null,
  "tenant_id" text not null references "tenants" ("id"),
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "location_id" text not null references "locations" ("id"),
  "slot_id" text not null references "slots" ("id"),
  "state" text not null,
  "occurred_at" bigint not null,
  "amount_minor" bigint not null,
  "currency" text not null,
  "aft_transaction_id" text,
  "aft_code" text,
  "credits_before" bigint,
  "credits_after" bigint,
  "provider_ref" text not null,
  "direction" text not null,
  "player_ref" text,
  "expires_at" bigint,
  "settled_at" bigint,
  "in_doubt" text,
  "over_limit" bigint not null,
  "reset_command_id" text
);

CREATE UNIQUE INDEX "payment_transactions_unique_ref" on "payment_transactions" ("tenant_id", "provider_ref");

CREATE INDEX "payment_transactions_by_tenant_id" on "payment_transactions" ("tenant_id", "occurred_at", "id");

CREATE INDEX "payment_transactions_by_location_id" on "payment_transactions" ("location_id", "occurred_at", "id");

CREATE INDEX "payment_transactions_by_slot_id" on "payment_transactions" ("slot_id", "occurred_at", "id");

CREATE INDEX "payment_transactions_by_time" on "payment_transactions" ("occurred_at", "id");

CREATE TABLE "payment_log" (
  "id" text primary key,
  "version" bigint not null,
  "tenant_id" text not null references "tenants" ("id"),
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "location_id" text not null references "locations" ("id"),
  "slot_id" text not null references "slots" ("id"),
  "state" text not null,
  "occurred_at" bigint not null,
  "amount_minor" bigint not null,
  "currency" text not null,
  "aft_transaction_id" text,
  "aft_code" text,
  "credits_before" bigint,
  "credits_after" bigint,
  "transaction_id" text not null references "payment_transactions" ("id"),
  "event_id" text not null,
  "fingerprint" text not null,
  "from_state" text,
  "to_state" text not null,
  "actor_name" text not null
);

CREATE UNIQUE INDEX "payment_log_unique_event" on "payment_log" ("transaction_id", "event_id");

CREATE INDEX "payment_log_by_tenant_id" on "payment_log" ("tenant_id", "occurred_at", "id");

CREATE INDEX "payment_log_by_slot_id" on "payment_log" ("slot_id", "occurred_at", "id");

CREATE TABLE "mails" (
  "id" text primary key,
  "tenant_id" text not null,
  "user_id" text,
  "kind" text not null,
  "address" text not null,
  "language" text not null,
  "data" text not null,
  "state" text not null,
  "attempts" bigint not null,
  "next_at" bigint not null,
  "problem" text,
  "sealed" text,
  "search" text not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "sent_at" bigint,
  "version" bigint not null,
  "archived_at" bigint
);

CREATE INDEX "mails_by_address" on "mails" ("address", "created_at");

CREATE INDEX "mails_by_user" on "mails" ("user_id", "created_at");

CREATE INDEX "mails_by_created_at" on "mails" ("created_at", "id");

CREATE TABLE "password_links" (
  "id" text primary key,
  "user_id" text not null references "users" ("id"),
  "purpose" text not null,
  "asked_by" text not null,
  "token_hash" text not null,
  "address" text,
  "created_at" bigint not null,
  "expires_at" bigint not null,
  "ended_at" bigint,
  "ended_reason" text
);

CREATE UNIQUE INDEX "password_links_unique_token_hash" on "password_links" ("token_hash");

CREATE INDEX "password_links_by_user" on "password_links" ("user_id");

CREATE INDEX "password_links_by_expires_at" on "password_links" ("expires_at");

CREATE INDEX "users_by_email" on "users" (lower(email));

CREATE TABLE "email_codes" (
  "user_id" text primary key references "users" ("id"),
  "address" text not null,
  "code_hash" text,
  "asked_at" bigint not null,
  "expires_at" bigint not null,
  "attempts" bigint not null
);

CREATE TABLE "second_factors" (
  "user_id" text primary key references "users" ("id"),
  "sealed" text not null,
  "recovery" text not null,
  "last_step" bigint not null,
  "created_at" bigint not null,
  "confirmed_at" bigint,
  "app_at" bigint
);

CREATE TABLE "fiscal_heads" (
  "location_id" text primary key,
  "tenant_id" text not null,
  "books_from" text not null,
  "sealed_through" text
);

CREATE TABLE "late_movements" (
  "location_id" text not null,
  "tenant_id" text not null,
  "day" text not null,
  "slot_id" text not null,
  "currency" text not null,
  "price" bigint not null,
  "moved_in" bigint not null,
  "moved_premium" bigint not null,
  "moved_out" bigint not null,
  "posted_in" bigint not null,
  "posted_premium" bigint not null,
  "posted_out" bigint not null,
  "updated_at" bigint not null,
  constraint "late_movements_of" primary key ("location_id", "day", "slot_id", "currency", "price")
);

CREATE TABLE "jackpots" (
  "id" text primary key,
  "tenant_id" text not null,
  "search" text not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "archived_at" bigint,
  "name" text not null,
  "kind" text not null,
  "currency" text not null,
  "location_id" text,
  "note" text
);

CREATE TABLE "jackpot_levels" (
  "id" text primary key,
  "tenant_id" text not null,
  "search" text not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "archived_at" bigint,
  "jackpot_id" text not null,
  "name" text not null,
  "currency" text not null,
  "kind" text not null,
  "state" text not null,
  "location_id" text,
  "point_hash" text,
  "point_nonce" text,
  "position" bigint not null,
  "seed_minor" bigint not null,
  "visible_bp" bigint not null,
  "hidden_bp" bigint not null,
  "terms_from" bigint not null,
  "run" bigint not null,
  "hits" bigint not null,
  "start_minor" bigint not null,
  "taken" bigint not null,
  "hidden_taken" bigint not null,
  "limit_minor" bigint,
  "hit_from_minor" bigint,
  "hit_to_minor" bigint,
  "point_minor" bigint,
  "last_hit_at" bigint,
  machine_level bigint,
  won_minor bigint,
  run_started_at bigint not null default 0
);

CREATE TABLE "jackpot_terms" (
  "level_id" text not null,
  "tenant_id" text not null,
  "from_hour" bigint not null,
  "visible_bp" bigint not null,
  "hidden_bp" bigint not null,
  "to_hour" bigint,
  constraint "jackpot_terms_of" primary key ("level_id", "from_hour")
);

CREATE TABLE "jackpot_sources" (
  "id" text primary key,
  "tenant_id" text not null,
  "search" text not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "archived_at" bigint,
  "jackpot_id" text not null,
  "name" text not null,
  "location_id" text,
  "slot_id" text,
  "from_hour" bigint not null,
  "to_hour" bigint
);

CREATE TABLE "jackpot_shares" (
  "level_id" text not null,
  "slot_id" text not null,
  "tenant_id" text not null,
  "visible" bigint not null,
  "hidden" bigint not null,
  "seen" bigint not null,
  "last_at" bigint not null,
  constraint "jackpot_shares_of" primary key ("level_id", "slot_id")
);

CREATE TABLE "jackpot_wins" (
  "id" text primary key,
  "tenant_id" text not null,
  "search" text not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "archived_at" bigint,
  "number" text not null,
  "jackpot_id" text not null,
  "level_id" text not null,
  "slot_id" text not null,
  "location_id" text not null,
  "currency" text not null,
  "state" text not null,
  "evidence" text not null,
  "slot_state" text not null,
  "point_hash" text,
  "point_nonce" text,
  "paid_by" text,
  "payment_reason" text,
  "run" bigint not null,
  "won_at" bigint not null,
  "amount_minor" bigint not null,
  "point_minor" bigint,
  "stopped_at" bigint,
  "paid_at" bigint,
  "reset_at" bigint,
  payment_method text,
  aft_command_id text,
  aft_transaction_id text
);

CREATE INDEX jackpot_levels_of on jackpot_levels (jackpot_id);

CREATE INDEX jackpot_levels_fed on jackpot_levels (tenant_id, currency);

CREATE INDEX jackpot_sources_of on jackpot_sources (jackpot_id);

CREATE INDEX jackpot_wins_listed on jackpot_wins (tenant_id, won_at, id);

CREATE UNIQUE INDEX jackpots_named on jackpots (tenant_id, name);

CREATE INDEX "notifications_to_fan" on "notifications" ("fanned_at", "id");

CREATE INDEX "notifications_to_escalate" on "notifications" ("escalate_at");

CREATE TABLE "notification_templates" (
  "tenant_id" text not null,
  "template" text not null,
  "en" text,
  "ro" text,
  "pt" text,
  "version" bigint not null,
  "updated_at" bigint not null,
  "updated_by" text not null,
  constraint "notification_templates_pk" primary key ("tenant_id", "template")
);

CREATE TABLE "notification_subscriptions" (
  "user_id" text not null references "users" ("id"),
  "template" text not null,
  "scope" text not null,
  "in_app" bigint,
  "email" bigint,
  constraint "notification_subscriptions_pk" primary key ("user_id", "template", "scope")
);

CREATE INDEX "notification_subscriptions_by_template" on "notification_subscriptions" ("template", "scope");

CREATE TABLE "notification_wishes" (
  "user_id" text primary key references "users" ("id"),
  "quiet_from" bigint,
  "quiet_to" bigint,
  "alarms_in_quiet" bigint not null,
  "escalations" bigint not null
);

CREATE TABLE "notification_mails" (
  "user_id" text not null references "users" ("id"),
  "notification_id" text not null references "notifications" ("id"),
  "escalated" bigint not null,
  "due_at" bigint not null,
  constraint "notification_mails_pk" primary key ("user_id", "notification_id", "escalated")
);

CREATE INDEX "notification_mails_due" on "notification_mails" ("due_at");

CREATE TABLE "columns_configurations" (
  "page" text not null,
  "role_id" text not null,
  "columns" text not null,
  "updated_at" bigint not null,
  "updated_by_name" text not null,
  constraint "columns_configurations_pk" primary key ("page", "role_id")
);

CREATE TABLE "sso_identities" (
  "issuer" text not null,
  "subject" text not null,
  "user_id" text not null references "users" ("id"),
  "created_at" bigint not null,
  constraint "sso_identities_pk" primary key ("issuer", "subject")
);

CREATE INDEX "sso_identities_by_user" on "sso_identities" ("user_id");

CREATE TABLE "sso_answered" (
  "state_hash" text primary key,
  "expires_at" bigint not null
);

CREATE TABLE "display_channels" (
  "id" text primary key,
  "tenant_id" text not null,
  "location_id" text not null,
  "search" text not null,
  "version" bigint not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "name" text not null,
  "theme" text not null,
  "resolution" text not null,
  "language" text not null,
  "levels" text not null
);

CREATE TABLE "displays" (
  "id" text primary key,
  "tenant_id" text not null,
  "location_id" text not null,
  "search" text not null,
  "version" bigint not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "name" text not null,
  "channel_id" text not null,
  "place" text,
  "token_hash" text not null,
  "starts_with" text not null,
  "rotated_at" bigint,
  "revoked_at" bigint,
  "last_seen_at" bigint
);

CREATE UNIQUE INDEX display_channels_named on display_channels (tenant_id, name);

CREATE UNIQUE INDEX displays_opened on displays (token_hash);

CREATE INDEX displays_of on displays (channel_id);

CREATE INDEX jackpot_levels_by_point on jackpot_levels (point_hash);

CREATE INDEX jackpot_wins_by_point on jackpot_wins (point_hash);

CREATE TABLE "anomalies" (
  "id" text primary key,
  "tenant_id" text not null,
  "location_id" text not null,
  "slot_id" text not null,
  "version" bigint not null,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "state" text not null,
  "rule" text not null,
  "first_at" bigint not null,
  "last_at" bigint not null,
  "count" bigint not null,
  "value" bigint not null,
  "threshold" bigint not null,
  "currency" text not null,
  "acknowledged_by" text,
  "acknowledged_at" bigint,
  "cleared_by" text,
  "cleared_at" bigint,
  "cleared_reason" text,
  "assignee" text,
  "assignee_id" text,
  "due_on" text
);

CREATE UNIQUE INDEX anomalies_by_beginning on anomalies (slot_id, rule, first_at);

CREATE INDEX anomalies_by_slot on anomalies (slot_id, last_at);

CREATE INDEX anomalies_by_time on anomalies (tenant_id, last_at);

CREATE INDEX anomalies_waiting on anomalies (tenant_id) where state <> 'cleared';

CREATE TABLE "anomaly_marks" (
  "slot_id" text not null,
  "location_id" text not null,
  "from_at" bigint not null,
  "due_at" bigint not null,
  constraint "anomaly_marks_pk" primary key ("slot_id", "location_id")
);

CREATE INDEX anomaly_marks_due on anomaly_marks (due_at);

CREATE TABLE "anomaly_heads" (
  "location_id" text primary key,
  "through" bigint not null
);

CREATE INDEX token_families_of_user on token_families (user_id) where ended_at is null;

CREATE TABLE "ignored_messages" (
  "id" text primary key,
  "tenant_id" text not null,
  "location_id" text not null,
  "slot_id" text not null,
  "smib_id" text not null,
  "version" bigint not null,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "state" text not null,
  "run" bigint not null,
  "message_seq_nr" bigint not null,
  "at" bigint not null,
  "nano" bigint not null,
  "readings" bigint not null,
  "cause" text not null,
  "ignored_by" text not null,
  "moved_minor" bigint not null,
  "currency" text not null,
  "effect" text not null,
  "restored_by" text,
  "restored_at" bigint,
  "restored_reason" text
);

CREATE INDEX ignored_messages_of_tenant on ignored_messages (tenant_id, id);

CREATE INDEX ignored_messages_of_slot on ignored_messages (slot_id, at);

CREATE UNIQUE INDEX ignored_messages_once on ignored_messages (smib_id, at, message_seq_nr) where state = 'ignored';

CREATE TABLE "omitted_readings" (
  "slot_id" text not null,
  "game_nr" bigint not null,
  "at" bigint not null,
  "nano" bigint not null,
  "seq" bigint not null,
  "smib_id" text not null,
  "tenant_id" text not null,
  "edit_id" text not null,
  constraint "omitted_readings_pk" primary key ("slot_id", "game_nr", "at", "nano", "seq", "smib_id")
);

CREATE INDEX omitted_readings_of_edit on omitted_readings (edit_id);

CREATE TABLE "meter_explanations" (
  "id" text primary key,
  "slot_id" text not null,
  "tenant_id" text not null,
  "code" text not null,
  "by_name" text not null,
  "compared_from" bigint not null,
  "compared_to" bigint not null,
  "at" bigint not null,
  "difference_in_minor" bigint,
  "difference_out_minor" bigint,
  "difference_jackpot_minor" bigint,
  "note" text
);

CREATE INDEX meter_explanations_of_slot on meter_explanations (slot_id, id);

CREATE INDEX meter_explanations_of_tenant on meter_explanations (tenant_id, id);

CREATE TABLE "inspections" (
  "id" text primary key,
  "tenant_id" text not null,
  "search" text not null,
  "looked_by" text not null,
  "shape" text not null,
  "version" bigint not null,
  "slots" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "location_id" text,
  "address" text,
  "archived_at" bigint
);

CREATE INDEX inspections_of_tenant on inspections (tenant_id, id);

CREATE TABLE "meter_sheet_entries" (
  "id" text primary key,
  "tenant_id" text not null,
  "location_id" text not null,
  "slot_id" text not null,
  "search" text not null,
  "day" text not null,
  "entered_by" text not null,
  "currency" text not null,
  "state" text not null,
  "version" bigint not null,
  "read_at" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "read_in" bigint,
  "expected_in" bigint,
  "difference_in_minor" bigint,
  "tolerance_in_minor" bigint,
  "read_out" bigint,
  "expected_out" bigint,
  "difference_out_minor" bigint,
  "tolerance_out_minor" bigint,
  "read_jackpot" bigint,
  "expected_jackpot" bigint,
  "difference_jackpot_minor" bigint,
  "tolerance_jackpot_minor" bigint,
  "absolute_minor" bigint,
  "reason" text,
  "archived_at" bigint
);

CREATE INDEX meter_sheet_entries_of_tenant on meter_sheet_entries (tenant_id, id);

CREATE INDEX meter_sheet_entries_of_location on meter_sheet_entries (location_id, day);

CREATE INDEX repair_proposals on repair_decisions (tenant_id, id) where action = 'propose';

CREATE TABLE "period_locks" (
  "owner_id" text primary key,
  "tenant_id" text not null,
  "through" text not null,
  "reason" text not null,
  "set_by" text not null,
  "set_at" bigint not null
);

CREATE INDEX period_locks_of_tenant on period_locks (tenant_id);

CREATE TABLE "avatars" (
  "user_id" text primary key references "users" ("id"),
  "mark" text not null,
  "webp" text not null,
  "changed_at" bigint not null
);

CREATE TABLE "jackpot_reports" (
  "id" text primary key,
  "slot_id" text not null,
  "tenant_id" text not null,
  "location_id" text not null,
  "code" text not null,
  "state" text not null,
  "at" bigint not null,
  "created_at" bigint not null,
  "level_nr" bigint,
  "amount_minor" bigint,
  "is_progressive" bigint
);

CREATE TABLE "jackpot_meters" (
  "slot_id" text primary key,
  "tenant_id" text not null,
  "location_id" text not null,
  "at" bigint not null,
  "machine_paid" bigint,
  "hand_paid" bigint,
  "seen_at" bigint,
  "seen_machine" bigint,
  "seen_hand" bigint,
  "moved_at" bigint
);

CREATE TABLE "jackpot_tellings" (
  "id" text primary key,
  "tenant_id" text not null,
  "search" text not null,
  "slot_id" text not null,
  "location_id" text not null,
  "currency" text not null,
  "state" text not null,
  "evidence" text not null,
  "cause" text,
  "level_id" text,
  "win_id" text,
  "decided_by" text,
  "decision_reason" text,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "from_at" bigint not null,
  "to_at" bigint not null,
  "look_at" bigint not null,
  "archived_at" bigint,
  "level_nr" bigint,
  "amount_minor" bigint,
  "decided_at" bigint
);

CREATE INDEX jackpot_reports_new on jackpot_reports (state, slot_id);

CREATE INDEX jackpot_reports_of on jackpot_reports (slot_id, at);

CREATE INDEX jackpot_tellings_of on jackpot_tellings (slot_id, from_at);

CREATE INDEX jackpot_tellings_open on jackpot_tellings (state, look_at);

CREATE INDEX jackpot_tellings_won on jackpot_tellings (win_id);

CREATE UNIQUE INDEX jackpot_wins_once on jackpot_wins (level_id, run) where state <> 'withdrawn';

CREATE INDEX jackpot_wins_of_slot on jackpot_wins (slot_id, state);

CREATE TABLE "jackpot_snapshots" (
  "id" text primary key,
  "tenant_id" text not null,
  "search" text not null,
  "location_id" text not null,
  "jackpot_id" text not null,
  "level_id" text not null,
  "currency" text not null,
  "gaming_day" text not null,
  "day_before" text not null,
  "state" text not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "revision" bigint not null,
  "ends_at" bigint not null,
  "run" bigint not null,
  "value_minor" bigint not null,
  "kept_minor" bigint not null,
  "visible" bigint not null,
  "hidden" bigint not null,
  "added_visible" bigint not null,
  "added_hidden" bigint not null,
  "wins" bigint not null,
  "won_minor" bigint not null,
  "is_whole" bigint not null,
  "archived_at" bigint
);

CREATE UNIQUE INDEX jackpot_snapshots_of on jackpot_snapshots (level_id, location_id, gaming_day);

CREATE INDEX jackpot_snapshots_listed on jackpot_snapshots (tenant_id, ends_at, id);

CREATE TABLE "manual_readings" (
  "id" text primary key,
  "tenant_id" text not null,
  "location_id" text not null,
  "slot_id" text not null,
  "version" bigint not null,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "state" text not null,
  "kind" text not null,
  "at" bigint not null,
  "gaming_day" text not null,
  "meters" text not null,
  "cause" text not null,
  "entered_by" text not null,
  "moved_minor" bigint not null,
  "currency" text not null,
  "effect" text not null,
  "taken_back_by" text,
  "taken_back_at" bigint,
  "taken_back_reason" text,
  "import_id" text
);

CREATE INDEX manual_readings_of_tenant on manual_readings (tenant_id, id);

CREATE UNIQUE INDEX manual_readings_once on manual_readings (slot_id, at) where state = 'counts';

CREATE TABLE "report_schedules" (
  "id" text primary key,
  "tenant_id" text not null,
  "search" text not null,
  "name" text not null,
  "kind" text not null,
  "formats" text not null,
  "language" text not null,
  "recipients" text not null,
  "location_id" text,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "hour" bigint not null,
  "waits_days" bigint not null,
  "since" bigint not null,
  "archived_at" bigint
);

CREATE TABLE "report_sendings" (
  "id" text primary key,
  "tenant_id" text not null,
  "location_id" text not null,
  "schedule_id" text not null,
  "search" text not null,
  "kind" text not null,
  "period" text not null,
  "state" text not null,
  "sent_to" text not null,
  "problem" text,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "due_at" bigint not null,
  "wait_until" bigint not null,
  "next_at" bigint not null,
  "attempts" bigint not null,
  "files" bigint not null,
  "archived_at" bigint,
  "told_at" bigint,
  "sent_at" bigint
);

CREATE TABLE "report_sending_files" (
  "id" text primary key,
  "sending_id" text not null,
  "location_id" text not null,
  "name" text not null,
  "type" text not null,
  "content" text not null,
  "nr" bigint not null,
  "size" bigint not null,
  "created_at" bigint not null
);

CREATE INDEX report_schedules_of_tenant on report_schedules (tenant_id, id);

CREATE UNIQUE INDEX report_sendings_once on report_sendings (schedule_id, location_id, period);

CREATE INDEX report_sendings_of_tenant on report_sendings (tenant_id, id);

CREATE INDEX report_sendings_open on report_sendings (state, next_at);

CREATE UNIQUE INDEX report_sending_files_once on report_sending_files (sending_id, nr);

CREATE INDEX report_sending_files_old on report_sending_files (created_at);

CREATE TABLE "fiscal_layouts" (
  "tenant_id" text primary key,
  "layout" text not null,
  "set_by" text not null,
  "set_at" bigint not null
);

CREATE TABLE "webhooks" (
  "id" text primary key,
  "tenant_id" text not null,
  "search" text not null,
  "name" text not null,
  "address" text not null,
  "kinds" text not null,
  "sealed" text not null,
  "starts_with" text not null,
  "location_id" text,
  "previous_sealed" text,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "enabled" bigint not null,
  "archived_at" bigint,
  "previous_until" bigint,
  "rotated_at" bigint
);

CREATE INDEX webhooks_by_tenant on webhooks (tenant_id, id);

CREATE TABLE "webhook_deliveries" (
  "id" text primary key,
  "tenant_id" text not null,
  "search" text not null,
  "receiver_id" text not null,
  "notification_id" text not null,
  "kind" text not null,
  "body" text not null,
  "state" text not null,
  "location_id" text,
  "answer" text,
  "problem" text,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "attempts" bigint not null,
  "replays" bigint not null,
  "next_at" bigint not null,
  "archived_at" bigint,
  "answer_code" bigint,
  "delivered_at" bigint,
  user_id text
);

CREATE UNIQUE INDEX webhook_deliveries_once on webhook_deliveries (receiver_id, notification_id);

CREATE INDEX webhook_deliveries_due on webhook_deliveries (next_at, id) where state = 'waiting';

CREATE INDEX webhook_deliveries_by_webhook on webhook_deliveries (receiver_id, id);

CREATE INDEX webhook_deliveries_by_tenant on webhook_deliveries (tenant_id, id);

CREATE INDEX webhook_deliveries_by_age on webhook_deliveries (created_at);

CREATE TABLE "passkeys" (
  "id" text primary key,
  "user_id" text not null references "users" ("id"),
  "name" text not null,
  "credential_id" text not null unique,
  "public_key" text not null,
  "counter" bigint not null,
  "transports" text not null,
  "created_at" bigint not null,
  "last_used_at" bigint,
  "rp_host" text
);

CREATE INDEX "passkeys_by_user" on "passkeys" ("user_id");

CREATE TABLE "passkey_challenges" (
  "hash" text primary key,
  "user_id" text not null,
  "purpose" text not null,
  "expires_at" bigint not null
);

CREATE INDEX "passkey_challenges_by_age" on "passkey_challenges" ("expires_at");

CREATE TABLE "inside_alerts" (
  "id" text not null,
  "player_id" text not null,
  "location_id" text not null,
  "gaming_day" text not null,
  "tenant_id" text not null,
  "let_in_at" bigint not null,
  "since" bigint not null,
  "found_at" bigint not null,
  "found_by" text not null,
  constraint "inside_alerts_pk" primary key ("player_id", "location_id", "gaming_day")
);

CREATE INDEX "player_scans_by_player" on "player_scans" ("player_id", "created_at");

CREATE TABLE "player_pictures" (
  "id" text primary key,
  "tenant_id" text not null,
  "player_id" text not null,
  "kind" text not null,
  "mark" text not null,
  "sealed" text not null,
  "added_at" bigint not null,
  "added_by" text not null,
  constraint "player_pictures_once" unique ("player_id", "kind", "mark")
);

CREATE TABLE "message_edits" (
  "id" text primary key,
  "tenant_id" text not null,
  "location_id" text not null,
  "slot_id" text not null,
  "smib_id" text not null,
  "version" bigint not null,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "state" text not null,
  "bucket" text not null,
  "does" text not null,
  "run" bigint not null,
  "message_seq_nr" bigint not null,
  "message_at" bigint not null,
  "at" bigint not null,
  "nano" bigint not null,
  "item" text not null,
  "gaming_day" text not null,
  "before" text not null,
  "after" text not null,
  "kept" text not null,
  "cause" text not null,
  "edited_by" text not null,
  "moved_minor" bigint not null,
  "currency" text not null,
  "effect" text not null,
  "taken_back_by" text,
  "taken_back_at" bigint,
  "taken_back_reason" text
);

CREATE INDEX message_edits_of_tenant on message_edits (tenant_id, id);

CREATE INDEX message_edits_of_slot on message_edits (slot_id, at);

CREATE UNIQUE INDEX message_edits_once on message_edits (smib_id, message_at, message_seq_nr, bucket, item) where state = 'holds';

CREATE VIEW openings as
    select m.id, m.tenant_id, m.location_id, m.slot_id, m.version, m.archived_at, m.created_at, m.updated_at, s.serial, m.at, m.gaming_day, m.meters, l.time_zone
    from manual_readings m join slots s on s.id = m.slot_id join locations l on l.id = m.location_id
    where m.kind = 'opening' and m.state = 'counts';

CREATE TABLE "fiscal_logos" (
  "tenant_id" text not null,
  "sha256" text not null,
  "png" text not null,
  "width" bigint not null,
  "height" bigint not null,
  "is_current" bigint not null,
  "set_by" text not null,
  "set_at" bigint not null,
  constraint "fiscal_logos_once" primary key ("tenant_id", "sha256")
);

CREATE INDEX "payment_transactions_by_player" on "payment_transactions" ("tenant_id", "player_ref", "occurred_at");

CREATE INDEX "player_scans_by_location" on "player_scans" ("location_id", "created_at", "answer");

CREATE TABLE short_ids (
  nr integer primary key,
  id text not null unique
);

CREATE TABLE stored_messages (
  smib_nr bigint not null,
  slot_nr bigint,
  tenant_nr bigint not null,
  location_nr bigint not null,
  run bigint not null,
  message_seq_nr bigint not null,
  event_seq_nr bigint,
  server_time bigint not null,
  server_nano bigint not null,
  own_time bigint,
  received_at bigint not null,
  kind text not null,
  digest text not null,
  event_count bigint not null,
  counter_count bigint not null,
  constraint stored_messages_pk primary key (smib_nr, server_time, server_nano, message_seq_nr, run)
) without rowid;

CREATE VIEW messages as select (select s.id from short_ids s where s.nr = r.smib_nr) as smib_id, (select s.id from short_ids s where s.nr = r.slot_nr) as slot_id, (select s.id from short_ids s where s.nr = r.tenant_nr) as tenant_id, (select s.id from short_ids s where s.nr = r.location_nr) as location_id, r.run, r.message_seq_nr, r.event_seq_nr, r.server_time, r.server_nano, r.own_time, r.received_at, r.kind, r.digest, r.event_count, r.counter_count, r.smib_nr, r.slot_nr, r.tenant_nr, r.location_nr from stored_messages r;

CREATE INDEX stored_messages_by_location on stored_messages (location_nr, server_time);

CREATE INDEX stored_messages_own_time on stored_messages (smib_nr, own_time, message_seq_nr) where own_time is not null;

CREATE INDEX stored_messages_late on stored_messages (location_nr, server_time) where received_at - server_time > 300000;

CREATE TABLE stored_hours (
  slot_nr bigint not null,
  hour_start bigint not null,
  game_nr bigint not null,
  location_nr bigint not null,
  denomination_minor bigint not null,
  tenant_nr bigint not null,
  currency text not null,
  readings bigint not null,
  coin_in bigint not null,
  coin_out bigint not null,
  jackpot bigint not null,
  handpaid_cancelled bigint not null,
  games_played bigint not null,
  games_won bigint not null,
  bills_in bigint not null,
  ticket_in bigint not null,
  ticket_out bigint not null,
  electronic_in bigint not null,
  electronic_out bigint not null,
  hopper_out bigint not null,
  total_drop bigint not null,
  coins_in bigint not null,
  constraint stored_hours_pk primary key (slot_nr, hour_start, game_nr, location_nr, denomination_minor)
) without rowid;

CREATE VIEW counter_hours as select (select s.id from short_ids s where s.nr = r.slot_nr) as slot_id, r.hour_start, r.game_nr, (select s.id from short_ids s where s.nr = r.location_nr) as location_id, r.denomination_minor, (select s.id from short_ids s where s.nr = r.tenant_nr) as tenant_id, r.currency, r.readings, r.coin_in, r.coin_out, r.jackpot, r.handpaid_cancelled, r.games_played, r.games_won, r.bills_in, r.ticket_in, r.ticket_out, r.electronic_in, r.electronic_out, r.hopper_out, r.total_drop, r.coins_in, r.slot_nr, r.location_nr, r.tenant_nr from stored_hours r;

CREATE INDEX stored_hours_by_location on stored_hours (location_nr, hour_start);

CREATE TABLE "mail_files" (
  "mail_id" text not null,
  "nr" bigint not null,
  "name" text not null,
  "type" text not null,
  "content" text not null,
  "size" bigint not null,
  "created_at" bigint not null,
  constraint "mail_files_once" primary key ("mail_id", "nr")
);

CREATE INDEX mail_files_old on mail_files (created_at, mail_id);

CREATE INDEX daily_reports_logo on daily_reports (tenant_id, logo) where logo is not null;

CREATE INDEX monthly_reports_logo on monthly_reports (tenant_id, logo) where logo is not null;

CREATE TABLE location_day_sums (
  tenant_id text not null,
  day text not null,
  location_id text not null,
  currency text not null,
  "slots" bigint not null,
  "slot_set" bigint not null,
  "hours_known" bigint not null,
  "hours_expected" bigint not null,
  "coin_in" bigint not null,
  "coin_out" bigint not null,
  "jackpot" bigint not null,
  "bills_in" bigint not null,
  "coins_in" bigint not null,
  "ticket_in" bigint not null,
  "electronic_in" bigint not null,
  "ticket_out" bigint not null,
  "electronic_out" bigint not null,
  "hopper_out" bigint not null,
  "handpaid_cancelled" bigint not null,
  "total_drop" bigint not null,
  "games_played" bigint not null,
  "games_won" bigint not null,
  constraint location_day_sums_pk primary key (tenant_id, day, location_id, currency)
) without rowid;

CREATE TABLE slot_sets (
  tenant_id text not null,
  digest bigint not null,
  slots text not null,
  constraint slot_sets_pk primary key (tenant_id, digest)
) without rowid;

CREATE TABLE "refused_messages" (
  "tenant_id" text not null,
  "smib_id" text not null references "smibs" ("id") on delete cascade,
  "digest" text not null,
  "code" text not null,
  "message_seq_nr" bigint,
  "body" text not null,
  "first_at" bigint not null,
  "last_at" bigint not null,
  "times" bigint not null,
  constraint "refused_messages_key" primary key ("tenant_id", "smib_id", "digest")
);

CREATE VIEW sequence_gaps as
    select id, smib_id, slot_id, tenant_id, location_id, run, from_seq, to_seq as message_seq_nr, at as server_time,
      0 as server_nano, created_at as received_at, closed_at, first_seq, last_seq from sequence_breaks where kind = 'gap';

CREATE INDEX events_of_smib_id on events (smib_id, server_time, code, tenant_id);

CREATE INDEX events_of_slot_id on events (slot_id, server_time, code, tenant_id);

CREATE INDEX events_of_message on events (smib_id, message_seq_nr);

CREATE TABLE "raw_archives" (
  "id" text primary key,
  "tenant_id" text not null,
  "location_id" text not null,
  "day" text not null,
  "stream" text not null,
  "part" bigint not null,
  "rows" bigint not null,
  "bytes" bigint not null,
  "sha256" text not null,
  "from_at" bigint not null,
  "to_at" bigint not null,
  "version" bigint not null,
  "search" text not null,
  "archived_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null
);

CREATE INDEX raw_archives_by_location on raw_archives (location_id, day, stream, part);

CREATE INDEX raw_archives_by_tenant on raw_archives (tenant_id, day);

CREATE TABLE "raw_archive_pieces" (
  "archive_id" text not null,
  "nr" bigint not null,
  "content" text not null,
  "tenant_id" text default '' not null,
  constraint "raw_archive_pieces_key" primary key ("archive_id", "nr")
);

CREATE TABLE "raw_archive_days" (
  "location_id" text not null,
  "day" text not null,
  "tenant_id" text not null,
  "readings" bigint not null,
  "messages" bigint not null,
  "finished_at" bigint not null,
  constraint "raw_archive_days_key" primary key ("location_id", "day")
);

CREATE TABLE "reading_floors" (
  "slot_id" text not null,
  "game_nr" bigint not null,
  "tenant_id" text not null,
  "at" bigint not null,
  "nano" bigint not null,
  "seq" bigint not null,
  "smib_id" text not null,
  constraint "reading_floors_key" primary key ("slot_id", "game_nr")
);

CREATE TABLE "archived_digests" (
  "smib_id" text not null,
  "to_at" bigint not null,
  "archive_id" text not null,
  "from_at" bigint not null,
  "digests" text not null,
  "tenant_id" text default '' not null,
  constraint "archived_digests_key" primary key ("smib_id", "to_at", "archive_id")
);

CREATE TABLE "unknown_smibs" (
  "tenant_id" text not null,
  "token_id" text not null references "api_tokens" ("id") on delete cascade,
  "mac" text not null,
  "first_at" bigint not null,
  "last_at" bigint not null,
  "times" bigint not null,
  constraint "unknown_smibs_key" primary key ("tenant_id", "token_id", "mac")
);

CREATE TABLE reading_terms (
  slot_nr bigint not null,
  nr integer not null,
  tenant_nr bigint not null,
  smib_nr bigint not null,
  run bigint not null,
  denomination_minor bigint not null,
  currency text not null,
  day_gap bigint not null,
  hour_cut bigint not null default 0,
  constraint reading_terms_pk primary key (slot_nr, nr)
) without rowid;

CREATE TABLE stored_readings (
  slot_nr bigint not null,
  location_nr bigint not null,
  game_nr bigint not null,
  message_seq_nr bigint not null,
  server_time bigint not null,
  server_nano bigint not null,
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
  terms bigint not null,
  constraint stored_readings_pk primary key (slot_nr, server_time, server_nano, message_seq_nr, game_nr, terms)
) without rowid;

CREATE INDEX stored_readings_by_location on stored_readings (location_nr, server_time);

CREATE INDEX stored_readings_held on stored_readings (held, server_time) where held is not null;

CREATE INDEX stored_readings_marked on stored_readings (slot_nr, game_nr, server_time) where repairs is not null;

CREATE INDEX events_handpays on events (slot_id, server_time) where code in ('51', '52');

CREATE TABLE event_sums (
  location_id text not null,
  gaming_day text not null,
  slot_id text not null,
  kind text not null,
  currency text not null,
  tenant_id text not null,
  records bigint not null,
  without_amount bigint not null,
  minor bigint not null,
  constraint event_sums_pk primary key (location_id, gaming_day, slot_id, kind, currency)
)
    without rowid;

CREATE TABLE "event_floors" (
  "slot_id" text primary key,
  "tenant_id" text not null,
  "at" bigint not null
);

CREATE INDEX stored_hours_untold on stored_hours (location_nr, hour_start) where game_nr = 0 and readings <= 0;

CREATE TABLE tenant_day_sums (
  tenant_id text not null,
  day text not null,
  currency text not null,
  places bigint not null,
  slots bigint not null,
  hours_known bigint not null,
  hours_expected bigint not null,
  coin_in bigint not null,
  coin_out bigint not null,
  jackpot bigint not null,
  bills_in bigint not null,
  coins_in bigint not null,
  ticket_in bigint not null,
  electronic_in bigint not null,
  ticket_out bigint not null,
  electronic_out bigint not null,
  hopper_out bigint not null,
  handpaid_cancelled bigint not null,
  total_drop bigint not null,
  games_played bigint not null,
  games_won bigint not null,
  constraint tenant_day_sums_pk primary key (tenant_id, day, currency)
) without rowid;

CREATE TABLE location_month_sets (
  tenant_id text not null,
  month text not null,
  location_id text not null,
  currency text not null,
  slot_set bigint not null,
  days bigint not null,
  constraint location_month_sets_pk primary key (tenant_id, month, location_id, currency, slot_set)
) without rowid;

CREATE INDEX notifications_of_requests on notifications (request_id) where request_id is not null;

CREATE INDEX events_told_of_smib_id on events (smib_id, server_time, code, tenant_id) where severity <> 'info';

CREATE INDEX events_told_of_slot_id on events (slot_id, server_time, code, tenant_id) where severity <> 'info';

CREATE INDEX events_told_of_location_id on events (location_id, severity, server_time) where severity <> 'info';

CREATE TABLE "summed_slots" (
  "slot_id" text primary key,
  "tenant_id" text not null,
  "days_through" text not null,
  "hours_before" bigint not null,
  "overlap" text
);

CREATE UNIQUE INDEX "sso_identities_one" on "sso_identities" ("issuer", "user_id");

CREATE UNIQUE INDEX "slots_unique_tenant_id_serial_key" on "slots" ("tenant_id", "serial_key");

CREATE INDEX "slots_by_serial_key" on "slots" ("serial_key");

CREATE UNIQUE INDEX "slots_unique_tenant_id_asset_key" on "slots" ("tenant_id", "asset_key");

CREATE INDEX "slots_by_asset_key" on "slots" ("asset_key");

CREATE UNIQUE INDEX "locations_unique_tenant_id_code_key" on "locations" ("tenant_id", "code_key");

CREATE INDEX "locations_by_code_key" on "locations" ("code_key");

CREATE UNIQUE INDEX reading_terms_by_all on reading_terms (slot_nr, tenant_nr, smib_nr, run, denomination_minor, currency, day_gap, hour_cut);

CREATE VIEW counter_readings as select (select s.id from short_ids s where s.nr = r.slot_nr) as slot_id, (select (select s.id from short_ids s where s.nr = t.smib_nr) from reading_terms t where t.slot_nr = r.slot_nr and t.nr = r.terms) as smib_id, (select (select s.id from short_ids s where s.nr = t.tenant_nr) from reading_terms t where t.slot_nr = r.slot_nr and t.nr = r.terms) as tenant_id, (select s.id from short_ids s where s.nr = r.location_nr) as location_id, r.game_nr as game_nr, (select t.run from reading_terms t where t.slot_nr = r.slot_nr and t.nr = r.terms) as run, r.message_seq_nr as message_seq_nr, r.server_time as server_time, r.server_nano as server_nano, (select date((r.server_time / 86400000 - t.day_gap) * 86400, 'unixepoch') from reading_terms t where t.slot_nr = r.slot_nr and t.nr = r.terms) as gaming_day, (select t.hour_cut from reading_terms t where t.slot_nr = r.slot_nr and t.nr = r.terms) as hour_cut, (select t.denomination_minor from reading_terms t where t.slot_nr = r.slot_nr and t.nr = r.terms) as denomination_minor, (select t.currency from reading_terms t where t.slot_nr = r.slot_nr and t.nr = r.terms) as currency, r.repairs as repairs, r.held as held, r.more as more, r.coin_in as coin_in, r.coin_out as coin_out, r.jackpot as jackpot, r.handpaid_cancelled as handpaid_cancelled, r.games_played as games_played, r.games_won as games_won, r.bills_in as bills_in, r.ticket_in as ticket_in, r.ticket_out as ticket_out, r.electronic_in as electronic_in, r.electronic_out as electronic_out, r.hopper_out as hopper_out, r.total_drop as total_drop, r.coins_in as coins_in, r.current_credits as current_credits, r.slot_nr as slot_nr, (select t.smib_nr from reading_terms t where t.slot_nr = r.slot_nr and t.nr = r.terms) as smib_nr, (select t.tenant_nr from reading_terms t where t.slot_nr = r.slot_nr and t.nr = r.terms) as tenant_nr, r.location_nr as location_nr from stored_readings r;

CREATE TABLE "approvals" (
  "id" text primary key,
  "tenant_id" text not null,
  "search" text not null,
  "kind" text not null,
  "about" text not null,
  "cause" text not null,
  "asked_by_id" text not null,
  "asked_by" text not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "expires_at" bigint not null,
  "archived_at" bigint,
  "answered_at" bigint,
  "days" bigint,
  "location_id" text,
  "slot_id" text,
  "day" text,
  "through" text,
  "months" text,
  "jackpot_id" text,
  "level_id" text,
  "level_name" text,
  "body" text,
  "effect" text,
  "edit_id" text,
  "answer" text,
  "answered_by" text,
  "answer_reason" text
);

CREATE INDEX approvals_of_tenant on approvals (tenant_id, id);

CREATE INDEX approvals_listed on approvals (tenant_id, kind, created_at, id);

CREATE INDEX approvals_of_edits on approvals (tenant_id, edit_id) where edit_id is not null;

CREATE INDEX approvals_of_levels on approvals (level_id) where level_id is not null;

CREATE UNIQUE INDEX approvals_waiting on approvals (about) where answer is null;

CREATE VIEW approval_requests as
    select id, tenant_id, location_id, slot_id, version, search, archived_at, created_at, updated_at, kind, day, through, id as record_id,
      body, effect, cause, asked_by_id, asked_by, expires_at, answer, answered_by, answered_at, answer_reason, level_name, edit_id
    from approvals
    union all
    select d.id, d.tenant_id, r.location_id, r.slot_id, r.version, r.search, r.archived_at, d.at, coalesce(a.at, d.at), 'repair', null, null, r.id,
      null, d.effect, d.reason, coalesce(d.user_id, ''), d.user_name, d.at + 604800000,
      case when a.action = 'approve' then 'approved' when a.action = 'refuse' and a.user_id = d.user_id then 'withdrawn'
        when a.action = 'refuse' then 'refused' when a.action = 'outdated' then a.action end,
      a.user_name, a.at, a.reason, null, null
    from repair_decisions d
    join repairs r on r.id = d.repair_id
    left join repair_decisions a on a.repair_id = d.repair_id and a.nr = d.nr + 1 and a.action in ('approve', 'refuse', 'outdated')
    where d.action = 'propose';

CREATE TABLE "seal_runs" (
  "location_id" text not null,
  "month" text not null,
  "tenant_id" text not null,
  "task_id" text not null,
  constraint "seal_runs_pk" primary key ("location_id", "month")
);

CREATE TABLE "share_snapshots" (
  "id" text primary key,
  "tenant_id" text not null,
  "content" text not null,
  "created_at" bigint not null
);

CREATE TABLE "pending_handpays" (
  "slot_id" text not null primary key,
  "id" text not null,
  "tenant_id" text not null,
  "location_id" text not null,
  "currency" text not null,
  "kind" text not null,
  "since" bigint not null,
  "received_at" bigint not null,
  "amount_minor" bigint
);

CREATE INDEX "pending_handpays_by_tenant_id" on "pending_handpays" ("tenant_id", "since");

CREATE INDEX "slots_by_location_id_archived_at_last_seen_at" on "slots" ("location_id", "archived_at", "last_seen_at");

CREATE TABLE "shift_handovers" (
  "id" text primary key,
  "tenant_id" text not null,
  "location_id" text not null,
  "number" text not null,
  "search" text not null,
  "state" text not null,
  "time_zone" text not null,
  "sheet" text not null,
  "handed_over_by_id" text not null,
  "handed_over_by" text not null,
  "version" bigint not null,
  "seq" bigint not null,
  "from_at" bigint not null,
  "to_at" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "remarks" text,
  "taken_over_by_id" text,
  "taken_over_by" text,
  "taken_over_remarks" text,
  "taken_over_at" bigint,
  "archived_at" bigint
);

CREATE UNIQUE INDEX shift_handovers_of_location on shift_handovers (location_id, seq);

CREATE UNIQUE INDEX shift_handovers_waiting on shift_handovers (location_id) where state = 'waiting';

CREATE INDEX shift_handovers_of_tenant on shift_handovers (tenant_id, to_at, id);

CREATE INDEX slots_in_order_of_serial on slots (archived_at, serial, id);

CREATE INDEX slots_in_order_of_serial_of_tenant on slots (tenant_id, archived_at, serial, id);

CREATE INDEX slots_in_order_of_manufacturer on slots (archived_at, manufacturer, id);

CREATE INDEX slots_in_order_of_manufacturer_of_tenant on slots (tenant_id, archived_at, manufacturer, id);

CREATE INDEX slots_in_order_of_status on slots (archived_at, status, id);

CREATE INDEX slots_in_order_of_status_of_tenant on slots (tenant_id, archived_at, status, id);

CREATE INDEX slots_in_order_of_lock_state on slots (archived_at, lock_state, id);

CREATE INDEX slots_in_order_of_lock_state_of_tenant on slots (tenant_id, archived_at, lock_state, id);

CREATE INDEX slots_in_order_of_created_at on slots (archived_at, created_at, id);

CREATE INDEX slots_in_order_of_created_at_of_tenant on slots (tenant_id, archived_at, created_at, id);

CREATE INDEX slots_in_order_of_updated_at on slots (archived_at, updated_at, id);

CREATE INDEX slots_in_order_of_updated_at_of_tenant on slots (tenant_id, archived_at, updated_at, id);

CREATE INDEX slots_in_order_of_asset_no on slots (archived_at, asset_no, id);

CREATE INDEX slots_in_order_of_asset_no_of_tenant on slots (tenant_id, archived_at, asset_no, id);

CREATE INDEX slots_in_order_of_machine_type on slots (archived_at, machine_type, id);

CREATE INDEX slots_in_order_of_machine_type_of_tenant on slots (tenant_id, archived_at, machine_type, id);

CREATE INDEX slots_in_order_of_game_mix on slots (archived_at, game_mix, id);

CREATE INDEX slots_in_order_of_game_mix_of_tenant on slots (tenant_id, archived_at, game_mix, id);

CREATE INDEX slots_in_order_of_credits on slots (archived_at, credits, id);

CREATE INDEX slots_in_order_of_credits_of_tenant on slots (tenant_id, archived_at, credits, id);

CREATE INDEX slots_in_order_of_last_seen_at on slots (archived_at, last_seen_at, id);

CREATE INDEX slots_in_order_of_last_seen_at_of_tenant on slots (tenant_id, archived_at, last_seen_at, id);

CREATE INDEX slots_by_archived_at_manufacturer_id_id on slots (archived_at, manufacturer_id, id);

CREATE INDEX slots_by_archived_at_machine_type_id_id on slots (archived_at, machine_type_id, id);

CREATE INDEX slots_by_archived_at_game_mix_id_id on slots (archived_at, game_mix_id, id);

CREATE INDEX slots_by_archived_at_protocol_id_id on slots (archived_at, protocol_id, id);

CREATE INDEX slots_by_archived_at_lock_delivery_id on slots (archived_at, lock_delivery, id);

CREATE INDEX smibs_in_order_of_mac on smibs (archived_at, mac, id);

CREATE INDEX smibs_in_order_of_mac_of_tenant on smibs (tenant_id, archived_at, mac, id);

CREATE INDEX smibs_in_order_of_created_at on smibs (archived_at, created_at, id);

CREATE INDEX smibs_in_order_of_created_at_of_tenant on smibs (tenant_id, archived_at, created_at, id);

CREATE INDEX smibs_in_order_of_updated_at on smibs (archived_at, updated_at, id);

CREATE INDEX smibs_in_order_of_updated_at_of_tenant on smibs (tenant_id, archived_at, updated_at, id);

CREATE INDEX smibs_in_order_of_firmware on smibs (archived_at, firmware, id);

CREATE INDEX smibs_in_order_of_firmware_of_tenant on smibs (tenant_id, archived_at, firmware, id);

CREATE INDEX smibs_in_order_of_poll_ms on smibs (archived_at, poll_ms, id);

CREATE INDEX smibs_in_order_of_poll_ms_of_tenant on smibs (tenant_id, archived_at, poll_ms, id);

CREATE INDEX smibs_in_order_of_last_seen_at on smibs (archived_at, last_seen_at, id);

CREATE INDEX smibs_in_order_of_last_seen_at_of_tenant on smibs (tenant_id, archived_at, last_seen_at, id);

CREATE INDEX anomalies_in_order_of_last_at_id on anomalies (last_at, id);

CREATE INDEX bulk_jobs_in_order_of_created_at_id on bulk_jobs (created_at, id);

CREATE INDEX bulk_jobs_in_order_of_tenant_id_created_at_id on bulk_jobs (tenant_id, created_at, id);

CREATE INDEX jackpot_snapshots_in_order_of_ends_at_id on jackpot_snapshots (ends_at, id);

CREATE INDEX jackpot_tellings_in_order_of_from_at_id on jackpot_tellings (from_at, id);

CREATE INDEX jackpot_tellings_in_order_of_tenant_id_from_at_id on jackpot_tellings (tenant_id, from_at, id);

CREATE INDEX jackpot_wins_in_order_of_won_at_id on jackpot_wins (won_at, id);

CREATE INDEX machine_commands_in_order_of_created_at_id on machine_commands (created_at, id);

CREATE INDEX machine_commands_in_order_of_tenant_id_created_at_id on machine_commands (tenant_id, created_at, id);

CREATE INDEX monthly_reports_in_order_of_month_id on monthly_reports (month, id);

CREATE INDEX payment_log_in_order_of_occurred_at_id on payment_log (occurred_at, id);

CREATE INDEX player_scans_in_order_of_created_at_id on player_scans (created_at, id);

CREATE INDEX player_scans_in_order_of_tenant_id_created_at_id on player_scans (tenant_id, created_at, id);

CREATE INDEX players_in_order_of_name_id on players (name, id);

CREATE INDEX players_in_order_of_tenant_id_name_id on players (tenant_id, name, id);

CREATE INDEX repairs_in_order_of_crossing_id on repairs (crossing, id);

CREATE INDEX repairs_in_order_of_tenant_id_crossing_id on repairs (tenant_id, crossing, id);

CREATE INDEX anomalies_archived on anomalies (tenant_id) where archived_at is not null;

CREATE INDEX blacklists_archived on blacklists (tenant_id) where archived_at is not null;

CREATE INDEX bulk_jobs_archived on bulk_jobs (tenant_id) where archived_at is not null;

CREATE INDEX collector_checkpoints_archived on collector_checkpoints (tenant_id) where archived_at is not null;

CREATE INDEX daily_reports_archived on daily_reports (tenant_id) where archived_at is not null;

CREATE INDEX ignored_messages_archived on ignored_messages (tenant_id) where archived_at is not null;

CREATE INDEX jackpot_snapshots_archived on jackpot_snapshots (tenant_id) where archived_at is not null;

CREATE INDEX jackpot_tellings_archived on jackpot_tellings (tenant_id) where archived_at is not null;

CREATE INDEX jackpot_wins_archived on jackpot_wins (tenant_id) where archived_at is not null;

CREATE INDEX mails_archived on mails (tenant_id) where archived_at is not null;

CREATE INDEX manual_readings_archived on manual_readings (tenant_id) where archived_at is not null;

CREATE INDEX many_jobs_archived on many_jobs (tenant_id) where archived_at is not null;

CREATE INDEX message_edits_archived on message_edits (tenant_id) where archived_at is not null;

CREATE INDEX meter_sheet_entries_archived on meter_sheet_entries (tenant_id) where archived_at is not null;

CREATE INDEX monthly_reports_archived on monthly_reports (tenant_id) where archived_at is not null;

CREATE INDEX onjn_exclusions_archived on onjn_exclusions (tenant_id) where archived_at is not null;

CREATE INDEX payment_log_archived on payment_log (tenant_id) where archived_at is not null;

CREATE INDEX payment_transactions_archived on payment_transactions (tenant_id) where archived_at is not null;

CREATE INDEX player_scans_archived on player_scans (tenant_id) where archived_at is not null;

CREATE INDEX players_archived on players (tenant_id) where archived_at is not null;

CREATE INDEX repairs_archived on repairs (tenant_id) where archived_at is not null;

CREATE INDEX report_sendings_archived on report_sendings (tenant_id) where archived_at is not null;

CREATE INDEX self_exclusions_archived on self_exclusions (tenant_id) where archived_at is not null;

CREATE INDEX webhook_deliveries_archived on webhook_deliveries (tenant_id) where archived_at is not null;

CREATE TABLE slot_spans (
  tenant_id text not null,
  location_id text not null,
  span text not null,
  slot_id text not null,
  game_nr bigint not null,
  currency text not null,
  "coin_in" bigint not null,
  "coin_out" bigint not null,
  "jackpot" bigint not null,
  "handpaid_cancelled" bigint not null,
  "games_played" bigint not null,
  "games_won" bigint not null,
  "bills_in" bigint not null,
  "ticket_in" bigint not null,
  "ticket_out" bigint not null,
  "electronic_in" bigint not null,
  "electronic_out" bigint not null,
  "hopper_out" bigint not null,
  "total_drop" bigint not null,
  "coins_in" bigint not null,
  constraint slot_spans_pk primary key (tenant_id, location_id, span, slot_id, game_nr, currency)
) without rowid;

CREATE TABLE span_days (
  tenant_id text not null,
  location_id text not null,
  day text not null,
  summed bigint not null,
  changed bigint not null,
  constraint span_days_pk primary key (location_id, day, tenant_id)
) without rowid;

CREATE INDEX span_days_changed on span_days (location_id, day) where changed = 1;

CREATE TABLE "work_orders" (
  "id" text primary key,
  "tenant_id" text not null,
  "slot_id" text not null,
  "location_id" text not null,
  "search" text not null,
  "title" text not null,
  "state" text not null,
  "due_on" text not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "assignee" text,
  "description" text,
  "work_done" text,
  "parts" text,
  "next_due_on" text,
  "out_of_play" bigint,
  "finished_at" bigint,
  "archived_at" bigint,
  "next_order_id" text
);

CREATE INDEX work_orders_by_due_on_id on work_orders (due_on, id);

CREATE INDEX work_orders_by_tenant_id_due_on_id on work_orders (tenant_id, due_on, id);

CREATE INDEX work_orders_by_slot_id_due_on on work_orders (slot_id, due_on);

CREATE INDEX work_orders_by_location_id_due_on on work_orders (location_id, due_on);

CREATE INDEX work_orders_archived on work_orders (tenant_id) where archived_at is not null;

CREATE TABLE "alarm_rules" (
  "id" text primary key,
  "tenant_id" text not null,
  "search" text not null,
  "name" text not null,
  "watched" text not null,
  "operator" text not null,
  "severity" text not null,
  "locations" text not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "lasts" bigint not null,
  "enabled" bigint not null,
  "archived_at" bigint,
  "code" text,
  "measure" text,
  "quiet_from" text,
  "quiet_to" text,
  "group_id" text,
  "manufacturer_id" text,
  "game_mix_id" text,
  "text_en" text,
  "text_ro" text,
  "text_pt" text,
  "currency" text,
  "clears_currency" text,
  "threshold" bigint,
  "amount_minor" bigint,
  "window_minutes" bigint,
  "window_hours" bigint,
  "clears_threshold" bigint,
  "clears_minor" bigint
);

CREATE INDEX alarm_rules_of_tenant on alarm_rules (tenant_id, name);

CREATE TABLE "alarms" (
  "id" text primary key,
  "tenant_id" text not null,
  "search" text not null,
  "rule_id" text not null,
  "location_id" text not null,
  "slot_id" text not null,
  "state" text not null,
  "severity" text not null,
  "watched" text not null,
  "unit" text not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "since" bigint not null,
  "value" bigint not null,
  "threshold" bigint not null,
  "archived_at" bigint,
  "currency" text,
  "cleared_at" bigint,
  "cleared_by" text,
  "acknowledged_by" text,
  "acknowledged_at" bigint,
  "acknowledged_note" text,
  "escalated_after" bigint
);

CREATE UNIQUE INDEX alarms_open on alarms (rule_id, slot_id) where state = 'open';

CREATE INDEX alarms_waiting on alarms (tenant_id, since) where state = 'open';

CREATE INDEX alarms_by_since_id on alarms (since, id);

CREATE INDEX alarms_by_tenant_id_since_id on alarms (tenant_id, since, id);

CREATE INDEX alarms_by_rule_id_since_id on alarms (rule_id, since, id);

CREATE INDEX alarms_by_location_id_since_id on alarms (location_id, since, id);

CREATE INDEX alarms_by_slot_id_since_id on alarms (slot_id, since, id);

CREATE TABLE "alarm_pending" (
  "rule_id" text not null,
  "slot_id" text not null,
  "since" bigint not null,
  constraint "alarm_pending_pk" primary key ("rule_id", "slot_id")
);

CREATE INDEX alarms_cleared on alarms (cleared_at) where state = 'cleared';

CREATE TABLE "handpay_payments" (
  "id" text primary key,
  "tenant_id" text not null,
  "location_id" text not null,
  "slot_id" text not null,
  "paid_by_id" text not null,
  "paid_by" text not null,
  "paid_at" bigint not null,
  "remarks" text
);

CREATE INDEX handpay_payments_by_slot on handpay_payments (slot_id, paid_at);

CREATE TABLE "notification_channels" (
  "id" text primary key,
  "tenant_id" text not null,
  "search" text not null,
  "name" text not null,
  "kind" text not null,
  "sent_to" text not null,
  "format" text not null,
  "language" text not null,
  "severities" text not null,
  "kinds" text not null,
  "locations" text not null,
  "location_id" text,
  "address" text,
  "sealed" text,
  "recipient" text,
  "header" text,
  "template" text,
  "wording" text,
  "quiet_from" text,
  "quiet_to" text,
  "test_problem" text,
  "test_answer" text,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "enabled" bigint not null,
  "alarms_in_quiet" bigint not null,
  "archived_at" bigint,
  "secured_at" bigint,
  "tested_at" bigint,
  "test_ms" bigint,
  "test_code" bigint
);

CREATE INDEX notification_channels_of_tenant on notification_channels (tenant_id, name);

CREATE TABLE "push_browsers" (
  "id" text primary key,
  "user_id" text not null,
  "endpoint_hash" text not null,
  "sealed" text not null,
  "sent_to" text not null,
  "name" text not null,
  "severity" text not null,
  "created_at" bigint not null
);

CREATE UNIQUE INDEX push_browsers_once on push_browsers (endpoint_hash);

CREATE INDEX push_browsers_of_user on push_browsers (user_id);

CREATE INDEX webhook_deliveries_others_by_id on webhook_deliveries (id, user_id, archived_at) where user_id is null and archived_at is null;

CREATE INDEX webhook_deliveries_others_by_tenant_id_id on webhook_deliveries (tenant_id, id, user_id, archived_at) where user_id is null and archived_at is null;

CREATE TABLE "comments" (
  "id" text primary key,
  "tenant_id" text not null,
  "about" text not null,
  "record_id" text not null,
  "slot_id" text not null,
  "text" text not null,
  "author_id" text not null,
  "written_by" text not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "edited_at" bigint,
  "removed_at" bigint
);

CREATE INDEX comments_by_record on comments (record_id, id);

CREATE INDEX comments_by_slot on comments (slot_id, created_at);

CREATE TABLE "comment_photos" (
  "id" text primary key,
  "tenant_id" text not null,
  "comment_id" text not null,
  "slot_id" text not null,
  "mark" text not null,
  "small" text not null,
  "whole" text not null,
  "added_at" bigint not null
);

CREATE UNIQUE INDEX comment_photos_once on comment_photos (comment_id, mark);

CREATE INDEX anomalies_by_assignee on anomalies (assignee_id) where assignee_id is not null;

CREATE INDEX anomalies_by_assigned_name on anomalies (assignee, last_at, id) where assignee is not null;

CREATE INDEX repairs_by_assignee on repairs (assignee_id) where assignee_id is not null;

CREATE INDEX repairs_by_assigned_name on repairs (assignee, crossing, id) where assignee is not null;

CREATE TABLE "left_assignments" (
  "id" text primary key,
  "slot_id" text not null,
  "assignee" text not null,
  "assignee_id" text not null,
  "due_on" text
);

CREATE INDEX repairs_of_slot on repairs (slot_id, crossing, id);

CREATE INDEX work_orders_by_assignee on work_orders (tenant_id, lower(assignee)) where assignee is not null;

CREATE VIEW open_work as
        select id, tenant_id, location_id, slot_id, 'anomaly' as kind, rule as what, state, first_at as since, due_on, assignee_id, version, search, archived_at, created_at, updated_at
          from anomalies where state <> 'cleared' and assignee_id is not null
        union all
        select id, tenant_id, location_id, slot_id, 'repair' as kind, kind as what, state, crossing as since, due_on, assignee_id, version, search, archived_at, created_at, updated_at
          from repairs where state in ('open', 'contested') and assignee_id is not null
        union all
        select w.id, w.tenant_id, w.location_id, w.slot_id, 'work-order' as kind, w.title as what, w.state, w.created_at as since, w.due_on,
            u.id as assignee_id, w.version, w.search, w.archived_at, w.created_at, w.updated_at
          from users u join work_orders w on w.tenant_id = u.tenant_id and lower(w.assignee) = u.username
          where w.state in ('open', 'in_progress') and w.archived_at is null;

CREATE VIEW handpays as
    select p.id, p.tenant_id, p.location_id, p.slot_id,
      case when s.location_id = p.location_id then s.position end as position,
      1 as version, '' as search, s.archived_at, p.received_at as created_at, p.received_at as updated_at,
      p.since, p.amount_minor, p.currency, p.kind,
      case when p.kind <> 'cancelled_credits' then (select w.id from jackpot_wins w
        where w.slot_id = p.slot_id and w.tenant_id = p.tenant_id
        and w.state in ('celebrating', 'payment_pending') order by w.won_at, w.id limit 1) end as win_id,
      paid.paid_by, paid.paid_at, paid.remarks
    from pending_handpays p join slots s on s.id = p.slot_id
    left join handpay_payments paid on paid.id = (select y.id from handpay_payments y where y.slot_id = p.slot_id
      and (y.id = p.id or y.paid_at >= p.since) order by y.paid_at desc, y.id desc limit 1);

CREATE TABLE "alarm_steps" (
  "id" text primary key,
  "tenant_id" text not null,
  "search" text not null,
  "rule_id" text not null,
  "user_ids" text not null,
  "group_ids" text not null,
  "role_ids" text not null,
  "channel_ids" text not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "minutes" bigint not null,
  "archived_at" bigint,
  "order_id" text
);

CREATE INDEX alarm_steps_of_rule on alarm_steps (rule_id, minutes);

CREATE TABLE "on_call_orders" (
  "id" text primary key,
  "tenant_id" text not null,
  "search" text not null,
  "name" text not null,
  "time_zone" text not null,
  "starts_on" text not null,
  "turn_time" text not null,
  "people" text not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "turn_hours" bigint not null,
  "archived_at" bigint
);

CREATE INDEX on_call_orders_of_tenant on on_call_orders (tenant_id, name);

CREATE VIRTUAL TABLE slot_search using fts5(
  words,
  archived,
  owner,
  tokenize = 'trigram case_sensitive 1',
  content = '',
  contentless_delete = 1
);

CREATE INDEX locations_by_tenant_id_name on locations (tenant_id, name);

CREATE INDEX "slots_by_location_id_archived_at_id" on "slots" (location_id, archived_at, id, tenant_id);

CREATE INDEX "smibs_by_location_id_archived_at_id" on "smibs" (location_id, archived_at, id, tenant_id);

CREATE TABLE "custom_fields" (
  "id" text primary key,
  "tenant_id" text not null,
  "search" text not null,
  "entity" text not null,
  "key" text not null,
  "name" text not null,
  "kind" text not null,
  "choices" text not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "decimals" bigint not null,
  "archived_at" bigint
);

CREATE UNIQUE INDEX custom_fields_of_tenant on custom_fields (tenant_id, entity, key);

CREATE TABLE custom_values (
  tenant_id text not null,
  entity text not null,
  key text not null,
  value text not null,
  record_id text not null,
  primary key (tenant_id, entity, key, value, record_id)
)
    without rowid;

CREATE INDEX custom_values_of_record on custom_values (record_id);

CREATE INDEX "report_sendings_by_tenant_id_state_next_at_id" on "report_sendings" ("tenant_id", "state", "next_at", "id");

CREATE INDEX "onjn_exclusions_by_tenant_id_generation_hash" on "onjn_exclusions" ("tenant_id", "generation", "hash");

CREATE INDEX "player_documents_by_tenant_id_generation_hash" on "player_documents" ("tenant_id", "generation", "hash");

CREATE INDEX "mails_by_state" on "mails" ("state", "tenant_id", "next_at", "id");

CREATE TABLE "smib_firmware" (
  "smib_id" text primary key,
  "tenant_id" text not null,
  "firmware" text not null,
  "reported_at" bigint not null
);

CREATE INDEX smib_firmware_by_name on smib_firmware (firmware, smib_id);

CREATE TABLE "firmware_versions" (
  "id" text primary key,
  "tenant_id" text not null,
  "search" text not null,
  "name" text not null,
  "sha256" text not null,
  "uploaded_by" text not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "size" bigint not null,
  "notes" text,
  "archived_at" bigint
);

CREATE UNIQUE INDEX firmware_versions_once on firmware_versions (tenant_id, name);

CREATE TABLE "firmware_pieces" (
  "tenant_id" text not null,
  "firmware_id" text not null,
  "nr" bigint not null,
  "content" text not null,
  constraint "firmware_pieces_key" primary key ("firmware_id", "nr")
);

CREATE TABLE "firmware_rollouts" (
  "id" text primary key,
  "tenant_id" text not null,
  "search" text not null,
  "name" text not null,
  "state" text not null,
  "wave_unit" text not null,
  "created_by" text not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "wave_size" bigint not null,
  "gap" bigint not null,
  "hour_from" bigint not null,
  "hour_to" bigint not null,
  "fail_percent" bigint not null,
  "wave" bigint not null,
  "passed_wave" bigint not null,
  "firmware_id" text,
  "location_id" text,
  "group_id" text,
  "back_of" text,
  "pause" text,
  "started_by" text,
  "started_by_id" text,
  "archived_at" bigint,
  "next_wave_at" bigint,
  "started_at" bigint,
  "finished_at" bigint
);

CREATE INDEX firmware_rollouts_running on firmware_rollouts (tenant_id) where state in ('running', 'paused');

CREATE TABLE "firmware_boards" (
  "id" text primary key,
  "tenant_id" text not null,
  "search" text not null,
  "rollout_id" text not null,
  "smib_id" text not null,
  "location_id" text not null,
  "result" text not null,
  "firmware" text not null,
  "firmware_id" text not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "slot_id" text,
  "code" text,
  "firmware_before" text,
  "command_id" text,
  "archived_at" bigint,
  "wave" bigint,
  "ordered_at" bigint,
  "settled_at" bigint
);

CREATE UNIQUE INDEX firmware_boards_once on firmware_boards (rollout_id, smib_id);

CREATE INDEX firmware_boards_by_smib on firmware_boards (smib_id, id);

CREATE INDEX firmware_boards_of_tenant on firmware_boards (tenant_id, id);

CREATE INDEX firmware_boards_archived on firmware_boards (tenant_id) where archived_at is not null;

CREATE INDEX firmware_boards_by_result on firmware_boards (rollout_id, result);

CREATE TABLE "alarm_steps_done" (
  "alarm_id" text not null references "alarms" ("id") on delete cascade,
  "step_id" text not null,
  "tenant_id" text not null,
  "done_at" bigint not null,
  constraint "alarm_steps_done_once" primary key ("alarm_id", "step_id")
);

insert into "kysely_migration" (name, timestamp) values
  ('001-core', '2026-12-01T12:44:53.432Z'),
  ('002-auth', '2026-12-01T12:44:53.482Z'),
  ('003-audit', '2026-12-01T12:44:53.498Z'),
  ('004-rawdata', '2026-12-01T12:44:53.551Z'),
  ('005-notifications', '2026-12-01T12:44:53.561Z'),
  ('006-tasks', '2026-12-01T12:44:53.574Z'),
  ('007-settings', '2026-12-01T12:44:53.576Z'),
  ('008-control', '2026-12-01T12:44:53.612Z'),
  ('009-imports', '2026-12-01T12:44:53.670Z'),
  ('010-exports', '2026-12-01T12:44:53.679Z'),
  ('011-bulk', '2026-12-01T12:44:53.702Z'),
  ('012-config', '2026-12-01T12:44:53.722Z'),
  ('013-entity-groups', '2026-12-01T12:44:53.734Z'),
  ('014-saved-views', '2026-12-01T12:44:53.740Z'),
  ('015-active-slots', '2026-12-01T12:44:53.742Z'),
  ('016-way-back', '2026-12-01T12:44:53.790Z'),
  ('017-control-gaps', '2026-12-01T12:44:53.823Z'),
  ('018-archived', '2026-12-01T12:44:53.830Z'),
  ('019-past-changes', '2026-12-01T12:44:53.831Z'),
  ('020-present-totals', '2026-12-01T12:44:53.840Z'),
  ('021-hall-lists', '2026-12-01T12:44:53.848Z'),
  ('023-sign-in-lanes', '2026-12-01T12:44:53.855Z'),
  ('024-kiosks', '2026-12-01T12:44:53.858Z'),
  ('025-audit-seals', '2026-12-01T12:44:53.893Z'),
  ('026-lock-truth', '2026-12-01T12:44:53.983Z'),
  ('028-files-and-notifications', '2026-12-01T12:44:54.006Z'),
  ('029-games-registry', '2026-12-01T12:44:54.048Z'),
  ('030-slots-registry', '2026-12-01T12:44:54.079Z'),
  ('032-api-tokens', '2026-12-01T12:44:54.171Z'),
  ('034-job-waves', '2026-12-01T12:44:54.194Z'),
  ('037-events-by-code', '2026-12-01T12:44:54.195Z'),
  ('038-deep-pages', '2026-12-01T12:44:54.207Z'),
  ('039-open-doors', '2026-12-01T12:44:54.236Z'),
  ('044-slots-reported-hour', '2026-12-01T12:44:54.245Z'),
  ('047-coins-in', '2026-12-01T12:44:54.259Z'),
  ('048-held-readings', '2026-12-01T12:44:54.275Z'),
  ('050-clocks-ahead', '2026-12-01T12:44:54.286Z'),
  ('053-slot-data-and-logs', '2026-12-01T12:44:54.290Z'),
  ('054-marked-readings', '2026-12-01T12:44:54.291Z'),
  ('055-late-rows', '2026-12-01T12:44:54.292Z'),
  ('056-what-held', '2026-12-01T12:44:54.308Z'),
  ('057-what-held-before', '2026-12-01T12:44:54.311Z'),
  ('059-repairs', '2026-12-01T12:44:54.315Z'),
  ('062-closed-days', '2026-12-01T12:44:54.317Z'),
  ('066-aggregation-rules', '2026-12-01T12:44:54.319Z'),
  ('067-checkpoints', '2026-12-01T12:44:54.321Z'),
  ('069-people-and-groups', '2026-12-01T12:44:54.334Z'),
  ('070-acl-rules', '2026-12-01T12:44:54.347Z'),
  ('077-player-exclusion', '2026-12-01T12:44:54.386Z'),
  ('078-share-links', '2026-12-01T12:44:54.388Z'),
  ('079-fiscal-reports', '2026-12-01T12:44:54.396Z'),
  ('080-seals', '2026-12-01T12:44:54.400Z'),
  ('081-collector-checkpoints', '2026-12-01T12:44:54.406Z'),
  ('082-payments', '2026-12-01T12:44:54.423Z'),
  ('083-mail-and-password-links', '2026-12-01T12:44:54.450Z'),
  ('084-profile', '2026-12-01T12:44:54.465Z'),
  ('085-registration', '2026-12-01T12:44:54.478Z'),
  ('087-second-factor', '2026-12-01T12:44:54.482Z'),
  ('088-share-capital', '2026-12-01T12:44:54.494Z'),
  ('089-fiscal-seals', '2026-12-01T12:44:54.558Z'),
  ('090-jackpots', '2026-12-01T12:44:54.567Z'),
  ('091-notification-subscriptions', '2026-12-01T12:44:54.685Z'),
  ('092-columns-configurations', '2026-12-01T12:44:54.686Z'),
  ('093-sso', '2026-12-01T12:44:54.698Z'),
  ('095-displays', '2026-12-01T12:44:54.706Z'),
  ('096-reopenings', '2026-12-01T12:44:54.710Z'),
  ('097-jackpot-points', '2026-12-01T12:44:54.711Z'),
  ('098-anomalies', '2026-12-01T12:44:54.720Z'),
  ('099-second-factor-due', '2026-12-01T12:44:54.738Z'),
  ('100-ignored-messages', '2026-12-01T12:44:54.746Z'),
  ('101-reconciliation', '2026-12-01T12:44:54.871Z'),
  ('102-inspections', '2026-12-01T12:44:54.891Z'),
  ('103-meter-sheets', '2026-12-01T12:44:54.935Z'),
  ('104-approvals', '2026-12-01T12:44:54.979Z'),
  ('105-period-locks', '2026-12-01T12:44:54.990Z'),
  ('108-avatars', '2026-12-01T12:44:54.999Z'),
  ('115-jackpot-tellings', '2026-12-01T12:44:55.200Z'),
  ('116-jackpot-requests', '2026-12-01T12:44:55.222Z'),
  ('117-jackpot-snapshots', '2026-12-01T12:44:55.310Z'),
  ('118-manual-readings', '2026-12-01T12:44:55.330Z'),
  ('119-report-schedules', '2026-12-01T12:44:55.434Z'),
  ('120-fiscal-layouts', '2026-12-01T12:44:55.522Z'),
  ('122-webhooks', '2026-12-01T12:44:55.590Z'),
  ('123-proofs', '2026-12-01T12:44:55.642Z'),
  ('124-passkeys', '2026-12-01T12:44:55.650Z'),
  ('126-inside-alerts', '2026-12-01T12:44:55.659Z'),
  ('127-player-pictures', '2026-12-01T12:44:55.683Z'),
  ('130-message-edits', '2026-12-01T12:44:55.699Z'),
  ('131-openings', '2026-12-01T12:44:55.754Z'),
  ('132-narrow-hours', '2026-12-01T12:44:55.914Z'),
  ('134-approvals-of-jackpots', '2026-12-01T12:44:55.921Z'),
  ('135-fiscal-logos', '2026-12-01T12:44:55.950Z'),
  ('138-factor-of-passkeys', '2026-12-01T12:44:55.975Z'),
  ('141-payments-of-players', '2026-12-01T12:44:55.984Z'),
  ('142-scans-of-locations', '2026-12-01T12:44:55.986Z'),
  ('147-short-ids', '2026-12-01T12:44:56.857Z'),
  ('150-found-reports', '2026-12-01T12:44:57.025Z'),
  ('151-mail-files', '2026-12-01T12:44:57.035Z'),
  ('152-logos-of-months', '2026-12-01T12:44:57.061Z'),
  ('165-marked-places', '2026-12-01T12:44:57.070Z'),
  ('166-day-sums', '2026-12-01T12:44:57.072Z'),
  ('175-refused-messages', '2026-12-01T12:44:57.073Z'),
  ('176-whole-gaps', '2026-12-01T12:44:57.113Z'),
  ('180-events-of-a-smib', '2026-12-01T12:44:57.129Z'),
  ('181-raw-archives', '2026-12-01T12:44:57.133Z'),
  ('195-placings', '2026-12-01T12:44:57.150Z'),
  ('196-unknown-smibs', '2026-12-01T12:44:57.151Z'),
  ('197-months', '2026-12-01T12:44:57.152Z'),
  ('200-tenant-keys', '2026-12-01T12:44:57.194Z'),
  ('201-reading-terms', '2026-12-01T12:44:57.390Z'),
  ('205-event-sums', '2026-12-01T12:44:57.608Z'),
  ('206-event-floors', '2026-12-01T12:44:57.785Z'),
  ('207-shown-columns', '2026-12-01T12:44:57.803Z'),
  ('212-untold-hours', '2026-12-01T12:44:57.807Z'),
  ('213-tenant-days', '2026-12-01T12:44:57.822Z'),
  ('214-slot-limits', '2026-12-01T12:44:58.118Z'),
  ('220-approval-news', '2026-12-01T12:44:58.283Z'),
  ('221-approved-edits', '2026-12-01T12:44:58.330Z'),
  ('222-events-that-matter', '2026-12-01T12:44:58.346Z'),
  ('227-emptied-sums', '2026-12-01T12:44:58.359Z'),
  ('233-days-closed-early', '2026-12-01T12:44:58.362Z'),
  ('237-numbered-messages', '2026-12-01T12:44:58.469Z'),
  ('238-summed-slots', '2026-12-01T12:44:58.471Z'),
  ('247-one-identity', '2026-12-01T12:44:58.482Z'),
  ('248-passkey-hosts', '2026-12-01T12:44:58.526Z'),
  ('250-import-readings', '2026-12-01T12:44:58.546Z'),
  ('251-name-keys', '2026-12-01T12:44:58.640Z'),
  ('253-cut-hours', '2026-12-01T12:44:58.935Z'),
  ('254-ticket-cents', '2026-12-01T12:44:59.082Z'),
  ('256-one-approval', '2026-12-01T12:44:59.144Z'),
  ('258-seal-runs', '2026-12-01T12:44:59.145Z'),
  ('259-share-snapshots', '2026-12-01T12:44:59.146Z'),
  ('260-handpays', '2026-12-01T12:44:59.154Z'),
  ('262-pending-handpays', '2026-12-01T12:44:59.167Z'),
  ('265-share-link-makers', '2026-12-01T12:44:59.182Z'),
  ('270-slot-positions-searched', '2026-12-01T12:44:59.187Z'),
  ('271-silence-by-location', '2026-12-01T12:44:59.187Z'),
  ('272-shift-handovers', '2026-12-01T12:44:59.199Z'),
  ('274-bulk-item-status', '2026-12-01T12:44:59.222Z'),
  ('276-slot-search', '2026-12-01T12:44:59.238Z'),
  ('295-room-for-updates', '2026-12-01T12:44:59.242Z'),
  ('296-same-capitals', '2026-12-01T12:44:59.243Z'),
  ('310-list-orders', '2026-12-01T12:44:59.335Z'),
  ('311-counted-slots', '2026-12-01T12:44:59.338Z'),
  ('312-lists-open-by-index', '2026-12-01T12:44:59.423Z'),
  ('337-one-blank', '2026-12-01T12:44:59.427Z'),
  ('338-summed-overlap', '2026-12-01T12:44:59.454Z'),
  ('366-prefix-indexes', '2026-12-01T12:44:59.460Z'),
  ('367-slot-spans', '2026-12-01T12:44:59.471Z'),
  ('370-work-orders', '2026-12-01T12:44:59.490Z'),
  ('371-alarm-rules', '2026-12-01T12:44:59.550Z'),
  ('372-cleared-alarms', '2026-12-01T12:44:59.551Z'),
  ('373-handpay-payments', '2026-12-01T12:44:59.560Z'),
  ('374-notification-channels', '2026-12-01T12:44:59.878Z'),
  ('375-push-browsers', '2026-12-01T12:44:59.911Z'),
  ('377-comments', '2026-12-01T12:45:00.049Z'),
  ('378-assignments', '2026-12-01T12:45:00.278Z'),
  ('379-next-order', '2026-12-01T12:45:00.334Z'),
  ('381-half-filled-pages', '2026-12-01T12:45:00.335Z'),
  ('383-handpays-paid-once', '2026-12-01T12:45:00.339Z'),
  ('387-acknowledged-alarms', '2026-12-01T12:45:00.573Z'),
  ('388-alarm-steps', '2026-12-01T12:45:00.598Z'),
  ('399-counted-words', '2026-12-01T12:45:00.627Z'),
  ('400-tenants-by-location', '2026-12-01T12:45:00.635Z'),
  ('402-custom-fields', '2026-12-01T12:45:00.856Z'),
  ('403-tenants-own-open-rows', '2026-12-01T12:45:00.878Z'),
  ('411-firmware', '2026-12-01T12:45:01.073Z'),
  ('413-steps-done', '2026-12-01T12:45:01.114Z');

insert into "kysely_migration_lock" (id, is_locked) values
  ('migration_lock', 0);

insert into "manufacturers" (id, version, name, name_key, note, search, archived_at, created_at, updated_at, full_name, country) values
  ('9a0e00010000000000000001', 1, 'EGT', 'egt', null, 'egt euro games technology', null, :created_at, :created_at, 'Euro Games Technology', 'BG'),
  ('9a0e00010000000000000002', 1, 'CT Interactive', 'ct interactive', null, 'ct interactive ct interactive, casino technology', null, :created_at, :created_at, 'CT Interactive, Casino Technology', 'BG'),
  ('9a0e00010000000000000003', 1, 'Magic Coin', 'magic coin', null, 'magic coin', null, :created_at, :created_at, null, 'BG'),
  ('9a0e00010000000000000004', 1, 'Novomatic', 'novomatic', null, 'novomatic', null, :created_at, :created_at, null, 'AT'),
  ('9a0e00010000000000000005', 1, 'IGT', 'igt', null, 'igt international game technology', null, :created_at, :created_at, 'International Game Technology', 'US'),
  ('9a0e00010000000000000006', 1, 'Aristocrat', 'aristocrat', null, 'aristocrat', null, :created_at, :created_at, null, 'AU'),
  ('9a0e00010000000000000007', 1, 'Light & Wonder', 'light & wonder', null, 'light & wonder light & wonder: bally, wms, shuffle', null, :created_at, :created_at, 'Light & Wonder: Bally, WMS, Shuffle', 'US'),
  ('9a0e00010000000000000008', 1, 'Konami', 'konami', null, 'konami', null, :created_at, :created_at, null, 'JP'),
  ('9a0e00010000000000000009', 1, 'Ainsworth', 'ainsworth', null, 'ainsworth', null, :created_at, :created_at, null, 'AU'),
  ('9a0e0001000000000000000a', 1, 'Merkur', 'merkur', null, 'merkur adp merkur', null, :created_at, :created_at, 'adp Merkur', 'DE'),
  ('9a0e0001000000000000000b', 1, 'Bally Wulff', 'bally wulff', null, 'bally wulff', null, :created_at, :created_at, null, 'DE'),
  ('9a0e0001000000000000000c', 1, 'Synot', 'synot', null, 'synot', null, :created_at, :created_at, null, 'CZ'),
  ('9a0e0001000000000000000d', 1, 'Apollo Games', 'apollo games', null, 'apollo games', null, :created_at, :created_at, null, 'CZ'),
  ('9a0e0001000000000000000e', 1, 'Kajot', 'kajot', null, 'kajot', null, :created_at, :created_at, null, 'CZ'),
  ('9a0e0001000000000000000f', 1, 'Zitro', 'zitro', null, 'zitro', null, :created_at, :created_at, null, 'ES'),
  ('9a0e00010000000000000010', 1, 'Cirsa', 'cirsa', null, 'cirsa cirsa, unidesa', null, :created_at, :created_at, 'Cirsa, Unidesa', 'ES'),
  ('9a0e00010000000000000011', 1, 'R. Franco', 'r. franco', null, 'r. franco recreativos franco', null, :created_at, :created_at, 'Recreativos Franco', 'ES'),
  ('9a0e00010000000000000012', 1, 'Interblock', 'interblock', null, 'interblock', null, :created_at, :created_at, null, 'SI'),
  ('9a0e00010000000000000013', 1, 'Alfastreet', 'alfastreet', null, 'alfastreet', null, :created_at, :created_at, null, 'SI'),
  ('9a0e00010000000000000014', 1, 'Gold Club', 'gold club', null, 'gold club', null, :created_at, :created_at, null, 'SI'),
  ('9a0e00010000000000000015', 1, 'Amatic', 'amatic', null, 'amatic amatic industries', null, :created_at, :created_at, 'Amatic Industries', 'AT'),
  ('9a0e00010000000000000016', 1, 'Everi', 'everi', null, 'everi', null, :created_at, :created_at, null, 'US'),
  ('9a0e00010000000000000017', 1, 'AGS', 'ags', null, 'ags', null, :created_at, :created_at, null, 'US'),
  ('9a0e00010000000000000018', 1, 'Incredible Technologies', 'incredible technologies', null, 'incredible technologies', null, :created_at, :created_at, null, 'US'),
  ('9a0e00010000000000000019', 1, 'Aruze', 'aruze', null, 'aruze', null, :created_at, :created_at, null, 'JP'),
  ('9a0e0001000000000000001a', 1, 'Spintec', 'spintec', null, 'spintec', null, :created_at, :created_at, null, 'SI'),
  ('9a0e0001000000000000001b', 1, 'Baum Games', 'baum games', null, 'baum games', null, :created_at, :created_at, null, 'RO'),
  ('9a0e0001000000000000001c', 1, 'Videomultigame', 'videomultigame', null, 'videomultigame dgl pro, club master boards', null, :created_at, :created_at, 'DGL Pro, Club Master boards', 'RO');

insert into "machine_types" (id, version, name, name_key, note, search, archived_at, created_at, updated_at, manufacturer_id, operating_class, positions) values
  ('9a0e00020000000000000001', 1, 'VS24', 'vs24', null, 'vs24', null, :created_at, :created_at, '9a0e00010000000000000001', null, 1),
  ('9a0e00020000000000000002', 1, 'P-32/32', 'p-32/32', null, 'p-32/32', null, :created_at, :created_at, '9a0e00010000000000000001', null, 1),
  ('9a0e00020000000000000003', 1, 'G 27-32', 'g 27-32', null, 'g 27-32', null, :created_at, :created_at, '9a0e00010000000000000001', null, 1),
  ('9a0e00020000000000000004', 1, 'G 50-50', 'g 50-50', null, 'g 50-50', null, :created_at, :created_at, '9a0e00010000000000000001', null, 1),
  ('9a0e00020000000000000005', 1, 'V.I.P. Eagle', 'v.i.p. eagle', null, 'v.i.p. eagle', null, :created_at, :created_at, '9a0e00010000000000000004', null, 1),
  ('9a0e00020000000000000006', 1, 'Panthera', 'panthera', null, 'panthera', null, :created_at, :created_at, '9a0e00010000000000000004', null, 1),
  ('9a0e00020000000000000007', 1, 'FV680', 'fv680', null, 'fv680', null, :created_at, :created_at, '9a0e00010000000000000004', null, 1),
  ('9a0e00020000000000000008', 1, 'Crystal', 'crystal', null, 'crystal', null, :created_at, :created_at, '9a0e00010000000000000005', null, 1),
  ('9a0e00020000000000000009', 1, 'PeakSlant', 'peakslant', null, 'peakslant', null, :created_at, :created_at, '9a0e00010000000000000005', null, 1),
  ('9a0e0002000000000000000a', 1, 'Helix', 'helix', null, 'helix', null, :created_at, :created_at, '9a0e00010000000000000006', null, 1),
  ('9a0e0002000000000000000b', 1, 'Arc', 'arc', null, 'arc', null, :created_at, :created_at, '9a0e00010000000000000006', null, 1),
  ('9a0e0002000000000000000c', 1, 'Avantgarde', 'avantgarde', null, 'avantgarde', null, :created_at, :created_at, '9a0e0001000000000000000a', null, 1),
  ('9a0e0002000000000000000d', 1, 'Diamond', 'diamond', null, 'diamond', null, :created_at, :created_at, '9a0e00010000000000000012', null, 8),
  ('9a0e0002000000000000000e', 1, 'R8', 'r8', null, 'r8', null, :created_at, :created_at, '9a0e00010000000000000013', null, 8);

insert into "game_mixes" (id, version, name, name_key, note, search, archived_at, created_at, updated_at, manufacturer_id, game_count) values
  ('9a0e00030000000000000001', 1, 'Bell Link Boost', 'bell link boost', null, 'bell link boost', null, :created_at, :created_at, '9a0e00010000000000000001', 0),
  ('9a0e00030000000000000002', 1, 'General', 'general', null, 'general', null, :created_at, :created_at, '9a0e00010000000000000001', 0),
  ('9a0e00030000000000000003', 1, 'Premier', 'premier', null, 'premier', null, :created_at, :created_at, '9a0e00010000000000000001', 0),
  ('9a0e00030000000000000004', 1, 'FV', 'fv', null, 'fv', null, :created_at, :created_at, '9a0e00010000000000000004', 0),
  ('9a0e00030000000000000005', 1, 'Impera', 'impera', null, 'impera', null, :created_at, :created_at, '9a0e00010000000000000004', 0);

insert into "protocols" (id, version, name, name_key, note, search, archived_at, created_at, updated_at, protocol_family) values
  ('9a0e00040000000000000001', 1, 'SAS 5.02', 'sas 5.02', null, 'sas 5.02', null, :created_at, :created_at, 'sas'),
  ('9a0e00040000000000000002', 1, 'SAS 6.01', 'sas 6.01', null, 'sas 6.01', null, :created_at, :created_at, 'sas'),
  ('9a0e00040000000000000003', 1, 'SAS 6.02', 'sas 6.02', null, 'sas 6.02', null, :created_at, :created_at, 'sas'),
  ('9a0e00040000000000000004', 1, 'SAS 6.03', 'sas 6.03', null, 'sas 6.03', null, :created_at, :created_at, 'sas'),
  ('9a0e00040000000000000005', 1, 'G2S', 'g2s', null, 'g2s', null, :created_at, :created_at, 'gsa'),
  ('9a0e00040000000000000006', 1, 'S2S', 's2s', null, 's2s', null, :created_at, :created_at, 'gsa'),
  ('9a0e00040000000000000007', 1, 'QCOM', 'qcom', null, 'qcom', null, :created_at, :created_at, 'qcom'),
  ('9a0e00040000000000000008', 1, 'ASP/DACOM', 'asp/dacom', null, 'asp/dacom', null, :created_at, :created_at, 'vendor'),
  ('9a0e00040000000000000009', 1, 'X-Standard', 'x-standard', null, 'x-standard', null, :created_at, :created_at, 'vendor'),
  ('9a0e0004000000000000000a', 1, 'VLC', 'vlc', null, 'vlc', null, :created_at, :created_at, 'vendor'),
  ('9a0e0004000000000000000b', 1, 'IGT netplex', 'igt netplex', null, 'igt netplex', null, :created_at, :created_at, 'vendor'),
  ('9a0e0004000000000000000c', 1, 'pulse', 'pulse', null, 'pulse', null, :created_at, :created_at, 'pulse');

insert into "acl_state" (id, version) values
  ('rules', 1);

insert into "short_ids" (nr, id) values
  (1, '000000000000000000000000');

CREATE TRIGGER audit_log_no_update before update on audit_log begin select raise(abort, 'audit_log is append-only'); end;

CREATE TRIGGER audit_log_no_delete before delete on audit_log begin select raise(abort, 'audit_log is append-only'); end;

CREATE TRIGGER "slots_total_insert" after insert on "slots" when new.archived_at is null begin insert into present_totals (table_name, tenant_id, total) values ('slots', new.tenant_id, 1) on conflict (table_name, tenant_id) do update set total = total + 1; end;

CREATE TRIGGER "slots_total_delete" after delete on "slots" when old.archived_at is null begin update present_totals set total = total - 1 where table_name = 'slots' and tenant_id = old.tenant_id; end;

CREATE TRIGGER "slots_total_leave" after update of archived_at, tenant_id on "slots" when old.archived_at is null and (not new.archived_at is null or old.tenant_id is not new.tenant_id) begin update present_totals set total = total - 1 where table_name = 'slots' and tenant_id = old.tenant_id; end;

CREATE TRIGGER "slots_total_enter" after update of archived_at, tenant_id on "slots" when new.archived_at is null and (not old.archived_at is null or old.tenant_id is not new.tenant_id) begin insert into present_totals (table_name, tenant_id, total) values ('slots', new.tenant_id, 1) on conflict (table_name, tenant_id) do update set total = total + 1; end;

CREATE TRIGGER "smibs_total_insert" after insert on "smibs" when new.archived_at is null begin insert into present_totals (table_name, tenant_id, total) values ('smibs', new.tenant_id, 1) on conflict (table_name, tenant_id) do update set total = total + 1; end;

CREATE TRIGGER "smibs_total_delete" after delete on "smibs" when old.archived_at is null begin update present_totals set total = total - 1 where table_name = 'smibs' and tenant_id = old.tenant_id; end;

CREATE TRIGGER "smibs_total_leave" after update of archived_at, tenant_id on "smibs" when old.archived_at is null and (not new.archived_at is null or old.tenant_id is not new.tenant_id) begin update present_totals set total = total - 1 where table_name = 'smibs' and tenant_id = old.tenant_id; end;

CREATE TRIGGER "smibs_total_enter" after update of archived_at, tenant_id on "smibs" when new.archived_at is null and (not old.archived_at is null or old.tenant_id is not new.tenant_id) begin insert into present_totals (table_name, tenant_id, total) values ('smibs', new.tenant_id, 1) on conflict (table_name, tenant_id) do update set total = total + 1; end;

CREATE TRIGGER machine_commands_counted after update on machine_commands when new.bulk_job_id is not null and old.result is not new.result begin
    update bulk_jobs set confirmed = confirmed + (new.result = 'confirmed') - (old.result = 'confirmed'), in_game = in_game + (new.result = 'in_game') - (old.result = 'in_game'), refused = refused + (new.result = 'refused') - (old.result = 'refused'), no_answer = no_answer + (new.result = 'no_answer') - (old.result = 'no_answer'), to_be_told = to_be_told + (new.result = 'to_be_told') - (old.result = 'to_be_told'), replaced = replaced + (new.result = 'replaced') - (old.result = 'replaced') where id = new.bulk_job_id; end;

CREATE TRIGGER slot_history_marked after insert on slot_history when new.valid_from > 0 begin update slots set held_since = new.valid_from where id = new.slot_id and held_since < new.valid_from; end;

CREATE TRIGGER smib_history_marked after insert on smib_history when new.valid_from > 0 begin update smibs set held_since = new.valid_from where id = new.smib_id and held_since < new.valid_from; end;

CREATE TRIGGER slots_history_gone after delete on slots begin delete from slot_history where slot_id = old.id; end;

CREATE TRIGGER smibs_history_made after insert on smibs begin insert into smib_history (tenant_id, smib_id, valid_from, origin, slot_id) values (new.tenant_id, new.id, 0, 'written', new.slot_id)
      on conflict (smib_id, valid_from) do update set slot_id = excluded.slot_id; end;

CREATE TRIGGER smibs_history_kept after update of slot_id on smibs when exists (select 1 from smib_history h where h.smib_id = new.id and h.valid_from = (select max(n.valid_from) from smib_history n where n.smib_id = new.id) and (h.slot_id is not new.slot_id)) and not (new.slot_id is null and new.updated_at = old.updated_at) begin
        update smib_history set slot_id = new.slot_id where smib_id = new.id and valid_from = (select max(n.valid_from) from smib_history n where n.smib_id = new.id) and case when new.updated_at <> old.updated_at then max(new.updated_at,
      coalesce((select max(h.valid_from) from smib_history h where h.smib_id = new.id), 0)) end is null;
        insert into smib_history (tenant_id, smib_id, valid_from, origin, slot_id)
          select new.tenant_id, new.id, case when new.updated_at <> old.updated_at then max(new.updated_at,
      coalesce((select max(h.valid_from) from smib_history h where h.smib_id = new.id), 0)) end, 'written', new.slot_id where case when new.updated_at <> old.updated_at then max(new.updated_at,
      coalesce((select max(h.valid_from) from smib_history h where h.smib_id = new.id), 0)) end is not null
          on conflict (smib_id, valid_from) do update set slot_id = excluded.slot_id; end;

CREATE TRIGGER smibs_history_gone after delete on smibs begin delete from smib_history where smib_id = old.id; end;

CREATE TRIGGER locations_history_made after insert on locations begin insert into location_rules (tenant_id, location_id, from_date, origin, time_zone, gaming_day_start) values (new.tenant_id, new.id, '0001-01-01', 'written', new.time_zone, new.gaming_day_start)
      on conflict (location_id, from_date) do update set time_zone = excluded.time_zone, gaming_day_start = excluded.gaming_day_start; end;

CREATE TRIGGER locations_history_kept after update of time_zone, gaming_day_start, rules_from on locations when exists (select 1 from location_rules h where h.location_id = new.id and h.from_date = (select max(n.from_date) from location_rules n where n.location_id = new.id) and (h.time_zone is not new.time_zone or h.gaming_day_start is not new.gaming_day_start)) begin
        update location_rules set time_zone = new.time_zone, gaming_day_start = new.gaming_day_start where location_id = new.id and from_date = (select max(n.from_date) from location_rules n where n.location_id = new.id) and case when new.rules_from > old.rules_from then new.rules_from end is null;
        insert into location_rules (tenant_id, location_id, from_date, origin, time_zone, gaming_day_start)
          select new.tenant_id, new.id, case when new.rules_from > old.rules_from then new.rules_from end, 'written', new.time_zone, new.gaming_day_start where case when new.rules_from > old.rules_from then new.rules_from end is not null
          on conflict (location_id, from_date) do update set time_zone = excluded.time_zone, gaming_day_start = excluded.gaming_day_start; end;

CREATE TRIGGER locations_history_gone after delete on locations begin delete from location_rules where location_id = old.id; end;

CREATE TRIGGER tenants_short_id after insert on tenants begin insert into short_ids (id) select new.id where true on conflict (id) do nothing; end;

CREATE TRIGGER locations_short_id after insert on locations begin insert into short_ids (id) select new.id where true on conflict (id) do nothing; end;

CREATE TRIGGER slots_short_id after insert on slots begin insert into short_ids (id) select new.id where true on conflict (id) do nothing; end;

CREATE TRIGGER smibs_short_id after insert on smibs begin insert into short_ids (id) select new.id where true on conflict (id) do nothing; end;

CREATE TRIGGER location_day_sums_more after insert on location_day_sums for each row when (new.slot_set <> -1) begin insert into tenant_day_sums (tenant_id, day, currency, places, slots, hours_known, hours_expected, coin_in, coin_out, jackpot, bills_in, coins_in, ticket_in, electronic_in, ticket_out, electronic_out, hopper_out, handpaid_cancelled, total_drop, games_played, games_won)
      values (new.tenant_id, new.day, new.currency, 1, new.slots, new.hours_known, new.hours_expected, new.coin_in, new.coin_out, new.jackpot, new.bills_in, new.coins_in, new.ticket_in, new.electronic_in, new.ticket_out, new.electronic_out, new.hopper_out, new.handpaid_cancelled, new.total_drop, new.games_played, new.games_won)
      on conflict (tenant_id, day, currency) do update set places = tenant_day_sums.places + excluded.places, slots = tenant_day_sums.slots + excluded.slots, hours_known = tenant_day_sums.hours_known + excluded.hours_known, hours_expected = tenant_day_sums.hours_expected + excluded.hours_expected, coin_in = tenant_day_sums.coin_in + excluded.coin_in, coin_out = tenant_day_sums.coin_out + excluded.coin_out, jackpot = tenant_day_sums.jackpot + excluded.jackpot, bills_in = tenant_day_sums.bills_in + excluded.bills_in, coins_in = tenant_day_sums.coins_in + excluded.coins_in, ticket_in = tenant_day_sums.ticket_in + excluded.ticket_in, electronic_in = tenant_day_sums.electronic_in + excluded.electronic_in, ticket_out = tenant_day_sums.ticket_out + excluded.ticket_out, electronic_out = tenant_day_sums.electronic_out + excluded.electronic_out, hopper_out = tenant_day_sums.hopper_out + excluded.hopper_out, handpaid_cancelled = tenant_day_sums.handpaid_cancelled + excluded.handpaid_cancelled, total_drop = tenant_day_sums.total_drop + excluded.total_drop, games_played = tenant_day_sums.games_played + excluded.games_played, games_won = tenant_day_sums.games_won + excluded.games_won;
    insert into location_month_sets (tenant_id, month, location_id, currency, slot_set, days)
      values (new.tenant_id, substr(new.day, 1, 7), new.location_id, new.currency, new.slot_set, (1 << (cast(substr(new.day, 9, 2) as integer) - 1)))
      on conflict (tenant_id, month, location_id, currency, slot_set) do update set days = location_month_sets.days | excluded.days; end;

CREATE TRIGGER location_day_sums_less after delete on location_day_sums for each row when (old.slot_set <> -1) begin update tenant_day_sums set places = places - 1, slots = slots - old.slots, hours_known = hours_known - old.hours_known, hours_expected = hours_expected - old.hours_expected, coin_in = coin_in - old.coin_in, coin_out = coin_out - old.coin_out, jackpot = jackpot - old.jackpot, bills_in = bills_in - old.bills_in, coins_in = coins_in - old.coins_in, ticket_in = ticket_in - old.ticket_in, electronic_in = electronic_in - old.electronic_in, ticket_out = ticket_out - old.ticket_out, electronic_out = electronic_out - old.electronic_out, hopper_out = hopper_out - old.hopper_out, handpaid_cancelled = handpaid_cancelled - old.handpaid_cancelled, total_drop = total_drop - old.total_drop, games_played = games_played - old.games_played, games_won = games_won - old.games_won where tenant_id = old.tenant_id and day = old.day and currency = old.currency;
    delete from tenant_day_sums where tenant_id = old.tenant_id and day = old.day and currency = old.currency and places = 0;
    update location_month_sets set days = days & ~(1 << (cast(substr(old.day, 9, 2) as integer) - 1)) where tenant_id = old.tenant_id and month = substr(old.day, 1, 7) and location_id = old.location_id and currency = old.currency and slot_set = old.slot_set;
    delete from location_month_sets where tenant_id = old.tenant_id and month = substr(old.day, 1, 7) and location_id = old.location_id and currency = old.currency and slot_set = old.slot_set and days = 0; end;

CREATE TRIGGER location_day_sums_kept before update on location_day_sums for each row begin select raise(abort, 'Sums of a day are written anew, never changed'); end;

CREATE TRIGGER slots_history_made after insert on slots begin insert into slot_history (tenant_id, slot_id, valid_from, origin, location_id, currency, denomination_minor, theoretical_rtp, game_mix, fastest_game_ms, highest_bet, top_award, highest_note) values (new.tenant_id, new.id, 0, 'written', new.location_id, new.currency, new.denomination_minor, new.theoretical_rtp, new.game_mix, new.fastest_game_ms, new.highest_bet, new.top_award, new.highest_note) on conflict (slot_id, valid_from) do update set location_id = excluded.location_id, currency = excluded.currency, denomination_minor = excluded.denomination_minor, theoretical_rtp = excluded.theoretical_rtp, game_mix = excluded.game_mix, fastest_game_ms = excluded.fastest_game_ms, highest_bet = excluded.highest_bet, top_award = excluded.top_award, highest_note = excluded.highest_note; end;

CREATE TRIGGER slots_history_kept after update of location_id, currency, denomination_minor, theoretical_rtp, game_mix, fastest_game_ms, highest_bet, top_award, highest_note on slots when exists (select 1 from slot_history h where h.slot_id = new.id and h.valid_from = (select max(n.valid_from) from slot_history n where n.slot_id = new.id)
      and (h.location_id is not new.location_id or h.currency is not new.currency or h.denomination_minor is not new.denomination_minor or h.theoretical_rtp is not new.theoretical_rtp or h.game_mix is not new.game_mix or h.fastest_game_ms is not new.fastest_game_ms or h.highest_bet is not new.highest_bet or h.top_award is not new.top_award or h.highest_note is not new.highest_note)) begin
        update slot_history set location_id = new.location_id, currency = new.currency, denomination_minor = new.denomination_minor, theoretical_rtp = new.theoretical_rtp, game_mix = new.game_mix, fastest_game_ms = new.fastest_game_ms, highest_bet = new.highest_bet, top_award = new.top_award, highest_note = new.highest_note where slot_id = new.id and valid_from = (select max(n.valid_from) from slot_history n where n.slot_id = new.id) and case when new.updated_at <> old.updated_at then max(new.updated_at,
      coalesce((select max(l.server_time + case when l.server_nano > 0 then 1 else 0 end) from counter_latest l where l.slot_id = new.id), 0),
      coalesce((select max(h.valid_from) from slot_history h where h.slot_id = new.id), 0)) end is null;
        insert into slot_history (tenant_id, slot_id, valid_from, origin, location_id, currency, denomination_minor, theoretical_rtp, game_mix, fastest_game_ms, highest_bet, top_award, highest_note) select new.tenant_id, new.id, case when new.updated_at <> old.updated_at then max(new.updated_at,
      coalesce((select max(l.server_time + case when l.server_nano > 0 then 1 else 0 end) from counter_latest l where l.slot_id = new.id), 0),
      coalesce((select max(h.valid_from) from slot_history h where h.slot_id = new.id), 0)) end, 'written', new.location_id, new.currency, new.denomination_minor, new.theoretical_rtp, new.game_mix, new.fastest_game_ms, new.highest_bet, new.top_award, new.highest_note where case when new.updated_at <> old.updated_at then max(new.updated_at,
      coalesce((select max(l.server_time + case when l.server_nano > 0 then 1 else 0 end) from counter_latest l where l.slot_id = new.id), 0),
      coalesce((select max(h.valid_from) from slot_history h where h.slot_id = new.id), 0)) end is not null on conflict (slot_id, valid_from) do update set location_id = excluded.location_id, currency = excluded.currency, denomination_minor = excluded.denomination_minor, theoretical_rtp = excluded.theoretical_rtp, game_mix = excluded.game_mix, fastest_game_ms = excluded.fastest_game_ms, highest_bet = excluded.highest_bet, top_award = excluded.top_award, highest_note = excluded.highest_note; end;

CREATE TRIGGER repair_decisions_answered after insert on repair_decisions for each row when (new.action in ('approve', 'refuse', 'outdated')) begin update notifications set open_until = new.at where request_id in (select id from repair_decisions where repair_id = new.repair_id and nr = new.nr - 1) and open_until > new.at; end;

CREATE TRIGGER approvals_answered after update on approvals for each row when (old.answer is null and new.answer is not null) begin update notifications set open_until = new.updated_at where request_id = new.id and open_until > new.updated_at; end;

CREATE TRIGGER slots_words_insert after insert on slots begin insert into short_ids (id) select new.id where true on conflict (id) do nothing; insert into slot_search (rowid, words, archived, owner) values ((select nr from short_ids where id = new.id), case when new.archived_at is null then new.search else '' end,
    case when new.archived_at is null then '' else new.search end, (select char(19968 + nr / 400000000, 19968 + nr / 20000 % 20000, 19968 + nr % 20000)
      from short_ids where id = new.tenant_id)); end;

CREATE TRIGGER slots_words_delete after delete on slots begin delete from slot_search where rowid = (select nr from short_ids where id = old.id); end;

CREATE TRIGGER slots_words_update after update of search, archived_at, tenant_id on slots
    when old.search is not new.search or old.tenant_id is not new.tenant_id
      or (old.archived_at is null) is not (new.archived_at is null)
    begin delete from slot_search where rowid = (select nr from short_ids where id = old.id); insert into slot_search (rowid, words, archived, owner) values ((select nr from short_ids where id = new.id), case when new.archived_at is null then new.search else '' end,
    case when new.archived_at is null then '' else new.search end, (select char(19968 + nr / 400000000, 19968 + nr / 20000 % 20000, 19968 + nr % 20000)
      from short_ids where id = new.tenant_id)); end;

CREATE TRIGGER slots_custom_insert after insert on slots when new.custom is not null
    begin insert into custom_values (tenant_id, entity, key, value, record_id)
    select new.tenant_id, 'slot', f.key, v.value, new.id
    from json_each(coalesce(new.custom_folded, new.custom)) f, json_each(case f.type when 'array' then f.value else json_array(f.value) end) v; end;

CREATE TRIGGER slots_custom_delete after delete on slots when old.custom is not null
    begin delete from custom_values where record_id = old.id; end;

CREATE TRIGGER slots_custom_update after update of custom, tenant_id on slots
    when old.custom is not new.custom or old.tenant_id is not new.tenant_id begin delete from custom_values where record_id = old.id; insert into custom_values (tenant_id, entity, key, value, record_id)
    select new.tenant_id, 'slot', f.key, v.value, new.id
    from json_each(coalesce(new.custom_folded, new.custom)) f, json_each(case f.type when 'array' then f.value else json_array(f.value) end) v; end;

CREATE TRIGGER locations_custom_insert after insert on locations when new.custom is not null
    begin insert into custom_values (tenant_id, entity, key, value, record_id)
    select new.tenant_id, 'location', f.key, v.value, new.id
    from json_each(coalesce(new.custom_folded, new.custom)) f, json_each(case f.type when 'array' then f.value else json_array(f.value) end) v; end;

CREATE TRIGGER locations_custom_delete after delete on locations when old.custom is not null
    begin delete from custom_values where record_id = old.id; end;

CREATE TRIGGER locations_custom_update after update of custom, tenant_id on locations
    when old.custom is not new.custom or old.tenant_id is not new.tenant_id begin delete from custom_values where record_id = old.id; insert into custom_values (tenant_id, entity, key, value, record_id)
    select new.tenant_id, 'location', f.key, v.value, new.id
    from json_each(coalesce(new.custom_folded, new.custom)) f, json_each(case f.type when 'array' then f.value else json_array(f.value) end) v; end;

CREATE TRIGGER smibs_custom_insert after insert on smibs when new.custom is not null
    begin insert into custom_values (tenant_id, entity, key, value, record_id)
    select new.tenant_id, 'smib', f.key, v.value, new.id
    from json_each(coalesce(new.custom_folded, new.custom)) f, json_each(case f.type when 'array' then f.value else json_array(f.value) end) v; end;

CREATE TRIGGER smibs_custom_delete after delete on smibs when old.custom is not null
    begin delete from custom_values where record_id = old.id; end;

CREATE TRIGGER smibs_custom_update after update of custom, tenant_id on smibs
    when old.custom is not new.custom or old.tenant_id is not new.tenant_id begin delete from custom_values where record_id = old.id; insert into custom_values (tenant_id, entity, key, value, record_id)
    select new.tenant_id, 'smib', f.key, v.value, new.id
    from json_each(coalesce(new.custom_folded, new.custom)) f, json_each(case f.type when 'array' then f.value else json_array(f.value) end) v; end;
