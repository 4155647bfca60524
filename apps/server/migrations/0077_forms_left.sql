-- Forms of partners that were left: found by the time they were opened at.
create index partner_application_form on partner_application (opened_at) where status = 'filling';
